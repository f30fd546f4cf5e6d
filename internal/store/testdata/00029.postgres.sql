CREATE TABLE chess960bot_version (
    version_id bigint NOT NULL,
    is_applied boolean NOT NULL
);
CREATE TABLE daily_guild (
    guild text NOT NULL,
    left_at bigint DEFAULT 0 NOT NULL
);
CREATE TABLE daily_probe (
    beat bigint NOT NULL
);
CREATE TABLE daily_removed (
    channel text NOT NULL,
    guild text NOT NULL,
    removed_at bigint NOT NULL
);
CREATE TABLE daily_sub (
    channel text NOT NULL,
    guild text NOT NULL,
    minute integer NOT NULL,
    zone text NOT NULL,
    theme text NOT NULL,
    view text NOT NULL,
    role text NOT NULL,
    thread boolean NOT NULL,
    status text NOT NULL,
    reason text NOT NULL,
    failing_since bigint NOT NULL,
    set_by text NOT NULL,
    set_at bigint NOT NULL,
    next_date bigint NOT NULL,
    next_at bigint NOT NULL,
    trouble text DEFAULT ''::text NOT NULL,
    weekdays integer DEFAULT 0 NOT NULL,
    board text DEFAULT ''::text NOT NULL,
    missing bigint DEFAULT 0 NOT NULL,
    CONSTRAINT daily_sub_board_check CHECK ((board = ANY (ARRAY[''::text, 'compact'::text]))),
    CONSTRAINT daily_sub_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'disabled'::text]))),
    CONSTRAINT daily_sub_trouble_check CHECK ((trouble = ANY (ARRAY[''::text, 'not_running'::text, 'too_late'::text, 'unwanted'::text, 'removed'::text, 'no_answer'::text, 'no_history'::text, 'no_thread'::text, 'limited'::text, 'gone'::text, 'forbidden'::text, 'invalid'::text, 'rejected'::text]))),
    CONSTRAINT daily_sub_weekdays_check CHECK (((weekdays >= 0) AND (weekdays <= 127)))
);
CREATE TABLE event (
    id text NOT NULL,
    channel text NOT NULL,
    opened_at bigint NOT NULL,
    closed_at bigint NOT NULL,
    guild text DEFAULT ''::text NOT NULL,
    opened_by text DEFAULT ''::text NOT NULL,
    rules text DEFAULT ''::text NOT NULL,
    opened_by_name text DEFAULT ''::text NOT NULL,
    message text DEFAULT ''::text NOT NULL,
    thread text DEFAULT ''::text NOT NULL,
    plan_round integer DEFAULT 0 NOT NULL,
    plan_at bigint DEFAULT 0 NOT NULL,
    plan_by text DEFAULT ''::text NOT NULL,
    plan_by_name text DEFAULT ''::text NOT NULL,
    plan_study integer DEFAULT '-1'::integer NOT NULL,
    server_event text DEFAULT 'null'::text NOT NULL
);
CREATE TABLE event_change (
    event text NOT NULL,
    number integer NOT NULL,
    was text NOT NULL,
    draws integer NOT NULL,
    joined integer NOT NULL,
    reopened boolean NOT NULL,
    changed_by text NOT NULL,
    changed_at bigint NOT NULL,
    interactions text NOT NULL,
    showing_at bigint NOT NULL,
    shown boolean NOT NULL,
    changed_by_name text NOT NULL,
    redrawn integer DEFAULT 0 NOT NULL,
    board integer DEFAULT 0 NOT NULL,
    sp integer DEFAULT 0 NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    renamed_from text DEFAULT ''::text NOT NULL,
    renamed_to text DEFAULT ''::text NOT NULL,
    closed boolean DEFAULT false NOT NULL,
    planned_round integer DEFAULT 0 NOT NULL,
    planned_at bigint DEFAULT 0 NOT NULL
);
CREATE TABLE event_draw (
    event text NOT NULL,
    number integer NOT NULL,
    round integer NOT NULL,
    pool integer NOT NULL,
    sps text NOT NULL,
    drawn_by text NOT NULL,
    drawn_at bigint NOT NULL,
    interactions text NOT NULL,
    shown boolean NOT NULL,
    seal_number integer NOT NULL,
    seal_order text NOT NULL,
    seal_bits text NOT NULL,
    opens_at bigint NOT NULL,
    opened_at bigint NOT NULL,
    void boolean NOT NULL,
    void_reason text NOT NULL,
    void_by text NOT NULL,
    void_at bigint NOT NULL,
    by_press boolean DEFAULT false NOT NULL,
    drawn_by_name text DEFAULT ''::text NOT NULL,
    void_by_name text DEFAULT ''::text NOT NULL,
    showing text DEFAULT ''::text NOT NULL,
    showing_at bigint DEFAULT 0 NOT NULL,
    message text DEFAULT ''::text NOT NULL,
    seal_channel text DEFAULT ''::text NOT NULL,
    seal_message text DEFAULT ''::text NOT NULL,
    by_hand boolean DEFAULT false NOT NULL,
    study integer DEFAULT 0 NOT NULL,
    begins_at bigint DEFAULT 0 NOT NULL,
    started_by text DEFAULT ''::text NOT NULL,
    started_by_name text DEFAULT ''::text NOT NULL,
    opened_by text DEFAULT ''::text NOT NULL,
    opened_by_name text DEFAULT ''::text NOT NULL
);
CREATE TABLE event_game (
    event text NOT NULL,
    number integer NOT NULL,
    draw integer NOT NULL,
    board integer NOT NULL,
    game integer NOT NULL,
    id text NOT NULL,
    white text NOT NULL,
    black text NOT NULL,
    by_lot text NOT NULL,
    days boolean NOT NULL,
    changes integer NOT NULL,
    opened_at bigint NOT NULL,
    ask_at bigint NOT NULL,
    white_account text DEFAULT ''::text NOT NULL,
    black_account text DEFAULT ''::text NOT NULL
);
CREATE TABLE event_moves (
    event text NOT NULL,
    number integer NOT NULL,
    ask_at bigint NOT NULL,
    moves text NOT NULL
);
CREATE TABLE event_number (
    event text NOT NULL,
    draw integer NOT NULL,
    ordinal integer NOT NULL,
    person text NOT NULL,
    number integer NOT NULL,
    person_name text DEFAULT ''::text NOT NULL
);
CREATE TABLE event_result (
    event text NOT NULL,
    number integer NOT NULL,
    draw integer NOT NULL,
    board integer NOT NULL,
    game integer NOT NULL,
    white text NOT NULL,
    black text NOT NULL,
    outcome text NOT NULL,
    link text NOT NULL,
    changes integer NOT NULL,
    told_by text NOT NULL,
    told_by_name text NOT NULL,
    told_at bigint NOT NULL
);
CREATE TABLE event_telling (
    event text NOT NULL,
    number integer NOT NULL,
    kind text NOT NULL,
    draw integer NOT NULL,
    board integer NOT NULL,
    game integer NOT NULL,
    black boolean NOT NULL,
    name text NOT NULL,
    outcome text NOT NULL,
    results integer NOT NULL,
    changes integer NOT NULL,
    told_by text NOT NULL,
    told_by_name text NOT NULL,
    told_at bigint NOT NULL
);
CREATE TABLE post (
    kind text NOT NULL,
    subject text NOT NULL,
    number bigint NOT NULL,
    channel text NOT NULL,
    due_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    state text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    first_sent bigint DEFAULT 0 NOT NULL,
    not_before bigint DEFAULT 0 NOT NULL,
    lease_by text DEFAULT ''::text NOT NULL,
    lease_until bigint DEFAULT 0 NOT NULL,
    message_id text DEFAULT ''::text NOT NULL,
    trouble text DEFAULT ''::text NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    turn integer DEFAULT 0 NOT NULL,
    CONSTRAINT post_state_check CHECK ((state = ANY (ARRAY['open'::text, 'posted'::text, 'missed'::text, 'failed'::text, 'unknown'::text]))),
    CONSTRAINT post_trouble_check CHECK ((trouble = ANY (ARRAY[''::text, 'not_running'::text, 'too_late'::text, 'unwanted'::text, 'removed'::text, 'no_answer'::text, 'no_history'::text, 'no_thread'::text, 'limited'::text, 'gone'::text, 'forbidden'::text, 'invalid'::text, 'rejected'::text])))
);
CREATE TABLE post_count (
    kind text NOT NULL,
    state text NOT NULL,
    posts bigint NOT NULL
);
CREATE TABLE post_pruned (
    kind text NOT NULL,
    subject text NOT NULL,
    number bigint NOT NULL
);
CREATE TABLE quiz_answer (
    race text NOT NULL,
    round integer NOT NULL,
    interaction bigint NOT NULL,
    person text NOT NULL,
    after_millis bigint NOT NULL,
    given bigint NOT NULL
);
CREATE TABLE quiz_card (
    person text NOT NULL,
    scheme text NOT NULL,
    card text NOT NULL,
    due bigint NOT NULL,
    stability double precision NOT NULL,
    difficulty double precision NOT NULL,
    state integer NOT NULL,
    reps integer NOT NULL,
    lapses integer NOT NULL,
    last bigint NOT NULL,
    failed boolean NOT NULL
);
CREATE TABLE quiz_day (
    person text NOT NULL,
    day bigint NOT NULL,
    marks text NOT NULL,
    second boolean NOT NULL,
    began_at bigint NOT NULL,
    ended_at bigint NOT NULL,
    steps integer DEFAULT 5 NOT NULL
);
CREATE TABLE quiz_race (
    id text NOT NULL,
    channel text NOT NULL,
    guild text NOT NULL,
    rules text NOT NULL,
    asked integer NOT NULL,
    next_at bigint NOT NULL,
    ended_at bigint NOT NULL,
    started_by text DEFAULT ''::text NOT NULL,
    stopped boolean DEFAULT false NOT NULL
);
CREATE TABLE quiz_streak (
    person text NOT NULL,
    last_day bigint NOT NULL,
    days integer NOT NULL
);
CREATE TABLE quiz_turn (
    id text NOT NULL,
    person text NOT NULL,
    level text NOT NULL,
    direction text NOT NULL,
    scheme text NOT NULL,
    sp integer NOT NULL,
    mixed boolean NOT NULL,
    began bigint NOT NULL,
    asked bigint NOT NULL,
    hinted boolean NOT NULL,
    outcome text NOT NULL,
    answered bigint NOT NULL,
    given integer NOT NULL,
    slip text NOT NULL,
    next text NOT NULL,
    exercise text DEFAULT ''::text NOT NULL,
    CONSTRAINT quiz_turn_outcome_check CHECK ((outcome = ANY (ARRAY[''::text, 'right'::text, 'wrong'::text, 'shown'::text, 'stopped'::text])))
);
CREATE TABLE request_slot (
    purpose text NOT NULL,
    next_at bigint NOT NULL,
    limited_until bigint NOT NULL,
    noted_at bigint NOT NULL
);
CREATE TABLE server_language (
    guild text NOT NULL,
    chosen text DEFAULT ''::text NOT NULL,
    own text DEFAULT ''::text NOT NULL
);
INSERT INTO chess960bot_version VALUES (22, true);
INSERT INTO chess960bot_version VALUES (23, true);
INSERT INTO chess960bot_version VALUES (24, true);
INSERT INTO chess960bot_version VALUES (25, true);
INSERT INTO chess960bot_version VALUES (26, true);
INSERT INTO chess960bot_version VALUES (27, true);
INSERT INTO chess960bot_version VALUES (28, true);
INSERT INTO chess960bot_version VALUES (29, true);
INSERT INTO daily_guild VALUES ('guild of open', 0);
INSERT INTO daily_guild VALUES ('guild of claimed', 0);
INSERT INTO daily_guild VALUES ('guild of posted', 0);
INSERT INTO daily_guild VALUES ('guild of late', 0);
INSERT INTO daily_guild VALUES ('guild of asleep', 0);
INSERT INTO daily_guild VALUES ('guild of unreadable', 0);
INSERT INTO daily_guild VALUES ('guild of removed', 0);
INSERT INTO daily_guild VALUES ('guild of paused', 0);
INSERT INTO daily_guild VALUES ('guild of failing', 0);
INSERT INTO daily_guild VALUES ('guild of gone', 0);
INSERT INTO daily_guild VALUES ('1', 0);
INSERT INTO daily_probe VALUES (0);
INSERT INTO daily_removed VALUES ('removed', 'guild of removed', 1795176000000);
INSERT INTO daily_sub VALUES ('open', 'guild of open', 780, 'Europe/Berlin', 'green', 'black', '77', true, 'active', '', 0, '5', 1795176000000, 20778, 1795262400000, '', 0, '', 0);
INSERT INTO daily_sub VALUES ('claimed', 'guild of claimed', 780, 'Europe/Berlin', 'green', 'black', '77', true, 'active', '', 0, '5', 1795176000000, 20778, 1795262400000, '', 0, '', 0);
INSERT INTO daily_sub VALUES ('posted', 'guild of posted', 780, 'Europe/Berlin', 'green', 'black', '77', true, 'active', '', 0, '5', 1795176000000, 20778, 1795262400000, '', 0, '', 0);
INSERT INTO daily_sub VALUES ('late', 'guild of late', 780, 'Europe/Berlin', 'green', 'black', '77', true, 'active', '', 0, '5', 1795176000000, 20778, 1795262400000, '', 0, '', 0);
INSERT INTO daily_sub VALUES ('asleep', 'guild of asleep', 780, 'Europe/Berlin', 'green', 'black', '77', true, 'active', '', 0, '5', 1795176000000, 20778, 1795262400000, '', 0, '', 0);
INSERT INTO daily_sub VALUES ('unreadable', 'guild of unreadable', 780, 'Europe/Berlin', 'green', 'black', '77', true, 'active', '', 0, '5', 1795176000000, 20778, 1795262400000, '', 0, '', 0);
INSERT INTO daily_sub VALUES ('paused', 'guild of paused', 780, 'Europe/Berlin', 'green', 'black', '77', true, 'paused', '', 0, '5', 1795176000000, 20778, 1795262400000, '', 0, '', 0);
INSERT INTO daily_sub VALUES ('failing', 'guild of failing', 780, 'Europe/Berlin', 'green', 'black', '77', true, 'active', 'I cannot see the channel (Missing Access)', 1795176000000, '5', 1795176000000, 20778, 1795262400000, 'forbidden', 0, '', 0);
INSERT INTO daily_sub VALUES ('gone', 'guild of gone', 780, 'Europe/Berlin', 'green', 'black', '77', true, 'disabled', 'the channel does not exist any more', 0, '5', 1795176000000, 20778, 1795262400000, 'gone', 0, '', 0);
INSERT INTO event VALUES ('sealed', 'sealed', 1795176000000, 0, '1', '5', '{"Name":"Thursday 960","Rounds":3,"Boards":1,"Each":false,"Games":1,"Exclude":null,"NoMirrors":false,"Sealed":true,"Evenings":0,"Past":null,"Role":"","Thread":false}', '', '', '', 0, 0, '', '', -1, 'null');
INSERT INTO event VALUES ('pressed', 'pressed', 1795176000000, 0, '1', '5', '{"Name":"Thursday 960","Rounds":3,"Boards":1,"Each":false,"Games":1,"Exclude":null,"NoMirrors":false,"Sealed":true,"Evenings":0,"Past":null,"Role":"","Thread":false}', '', '', '', 0, 0, '', '', -1, 'null');
INSERT INTO event VALUES ('unanswered', 'unanswered', 1795176000000, 0, '1', '5', '{"Name":"Thursday 960","Rounds":3,"Boards":1,"Each":false,"Games":1,"Exclude":null,"NoMirrors":false,"Sealed":true,"Evenings":0,"Past":null,"Role":"","Thread":false}', '', '', '', 0, 0, '', '', -1, 'null');
INSERT INTO event VALUES ('shown', 'shown', 1795176000000, 0, '1', '5', '{"Name":"Thursday 960","Rounds":3,"Boards":1,"Each":false,"Games":1,"Exclude":null,"NoMirrors":false,"Sealed":true,"Evenings":0,"Past":null,"Role":"","Thread":false}', '', '', '', 0, 0, '', '', -1, 'null');
INSERT INTO event VALUES ('open', 'open', 1795176000000, 0, '1', '5', '{"Name":"Thursday 960","Rounds":3,"Boards":1,"Each":false,"Games":1,"Exclude":null,"NoMirrors":false,"Sealed":true,"Evenings":0,"Past":null,"Role":"","Thread":false}', '', '', '', 0, 0, '', '', -1, 'null');
INSERT INTO event_draw VALUES ('sealed', 0, 1, 960, '', '5', 1795176000000, '', false, 0, '0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95 96 97 98 99 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131 132 133 134 135 136 137 138 139 140 141 142 143 144 145 146 147 148 149 150 151 152 153 154 155 156 157 158 159 160 161 162 163 164 165 166 167 168 169 170 171 172 173 174 175 176 177 178 179 180 181 182 183 184 185 186 187 188 189 190 191 192 193 194 195 196 197 198 199 200 201 202 203 204 205 206 207 208 209 210 211 212 213 214 215 216 217 218 219 220 221 222 223 224 225 226 227 228 229 230 231 232 233 234 235 236 237 238 239 240 241 242 243 244 245 246 247 248 249 250 251 252 253 254 255 256 257 258 259 260 261 262 263 264 265 266 267 268 269 270 271 272 273 274 275 276 277 278 279 280 281 282 283 284 285 286 287 288 289 290 291 292 293 294 295 296 297 298 299 300 301 302 303 304 305 306 307 308 309 310 311 312 313 314 315 316 317 318 319 320 321 322 323 324 325 326 327 328 329 330 331 332 333 334 335 336 337 338 339 340 341 342 343 344 345 346 347 348 349 350 351 352 353 354 355 356 357 358 359 360 361 362 363 364 365 366 367 368 369 370 371 372 373 374 375 376 377 378 379 380 381 382 383 384 385 386 387 388 389 390 391 392 393 394 395 396 397 398 399 400 401 402 403 404 405 406 407 408 409 410 411 412 413 414 415 416 417 418 419 420 421 422 423 424 425 426 427 428 429 430 431 432 433 434 435 436 437 438 439 440 441 442 443 444 445 446 447 448 449 450 451 452 453 454 455 456 457 458 459 460 461 462 463 464 465 466 467 468 469 470 471 472 473 474 475 476 477 478 479 480 481 482 483 484 485 486 487 488 489 490 491 492 493 494 495 496 497 498 499 500 501 502 503 504 505 506 507 508 509 510 511 512 513 514 515 516 517 518 519 520 521 522 523 524 525 526 527 528 529 530 531 532 533 534 535 536 537 538 539 540 541 542 543 544 545 546 547 548 549 550 551 552 553 554 555 556 557 558 559 560 561 562 563 564 565 566 567 568 569 570 571 572 573 574 575 576 577 578 579 580 581 582 583 584 585 586 587 588 589 590 591 592 593 594 595 596 597 598 599 600 601 602 603 604 605 606 607 608 609 610 611 612 613 614 615 616 617 618 619 620 621 622 623 624 625 626 627 628 629 630 631 632 633 634 635 636 637 638 639 640 641 642 643 644 645 646 647 648 649 650 651 652 653 654 655 656 657 658 659 660 661 662 663 664 665 666 667 668 669 670 671 672 673 674 675 676 677 678 679 680 681 682 683 684 685 686 687 688 689 690 691 692 693 694 695 696 697 698 699 700 701 702 703 704 705 706 707 708 709 710 711 712 713 714 715 716 717 718 719 720 721 722 723 724 725 726 727 728 729 730 731 732 733 734 735 736 737 738 739 740 741 742 743 744 745 746 747 748 749 750 751 752 753 754 755 756 757 758 759 760 761 762 763 764 765 766 767 768 769 770 771 772 773 774 775 776 777 778 779 780 781 782 783 784 785 786 787 788 789 790 791 792 793 794 795 796 797 798 799 800 801 802 803 804 805 806 807 808 809 810 811 812 813 814 815 816 817 818 819 820 821 822 823 824 825 826 827 828 829 830 831 832 833 834 835 836 837 838 839 840 841 842 843 844 845 846 847 848 849 850 851 852 853 854 855 856 857 858 859 860 861 862 863 864 865 866 867 868 869 870 871 872 873 874 875 876 877 878 879 880 881 882 883 884 885 886 887 888 889 890 891 892 893 894 895 896 897 898 899 900 901 902 903 904 905 906 907 908 909 910 911 912 913 914 915 916 917 918 919 920 921 922 923 924 925 926 927 928 929 930 931 932 933 934 935 936 937 938 939 940 941 942 943 944 945 946 947 948 949 950 951 952 953 954 955 956 957 958 959', '09060000000000000000000000000000', 1795176600000, 0, false, '', '', 0, false, '', '', '', 0, '', '', '', false, 0, 0, '', '', '', '');
INSERT INTO event_draw VALUES ('pressed', 0, 1, 960, '0', '5', 1795176000000, '', false, 0, '0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95 96 97 98 99 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131 132 133 134 135 136 137 138 139 140 141 142 143 144 145 146 147 148 149 150 151 152 153 154 155 156 157 158 159 160 161 162 163 164 165 166 167 168 169 170 171 172 173 174 175 176 177 178 179 180 181 182 183 184 185 186 187 188 189 190 191 192 193 194 195 196 197 198 199 200 201 202 203 204 205 206 207 208 209 210 211 212 213 214 215 216 217 218 219 220 221 222 223 224 225 226 227 228 229 230 231 232 233 234 235 236 237 238 239 240 241 242 243 244 245 246 247 248 249 250 251 252 253 254 255 256 257 258 259 260 261 262 263 264 265 266 267 268 269 270 271 272 273 274 275 276 277 278 279 280 281 282 283 284 285 286 287 288 289 290 291 292 293 294 295 296 297 298 299 300 301 302 303 304 305 306 307 308 309 310 311 312 313 314 315 316 317 318 319 320 321 322 323 324 325 326 327 328 329 330 331 332 333 334 335 336 337 338 339 340 341 342 343 344 345 346 347 348 349 350 351 352 353 354 355 356 357 358 359 360 361 362 363 364 365 366 367 368 369 370 371 372 373 374 375 376 377 378 379 380 381 382 383 384 385 386 387 388 389 390 391 392 393 394 395 396 397 398 399 400 401 402 403 404 405 406 407 408 409 410 411 412 413 414 415 416 417 418 419 420 421 422 423 424 425 426 427 428 429 430 431 432 433 434 435 436 437 438 439 440 441 442 443 444 445 446 447 448 449 450 451 452 453 454 455 456 457 458 459 460 461 462 463 464 465 466 467 468 469 470 471 472 473 474 475 476 477 478 479 480 481 482 483 484 485 486 487 488 489 490 491 492 493 494 495 496 497 498 499 500 501 502 503 504 505 506 507 508 509 510 511 512 513 514 515 516 517 518 519 520 521 522 523 524 525 526 527 528 529 530 531 532 533 534 535 536 537 538 539 540 541 542 543 544 545 546 547 548 549 550 551 552 553 554 555 556 557 558 559 560 561 562 563 564 565 566 567 568 569 570 571 572 573 574 575 576 577 578 579 580 581 582 583 584 585 586 587 588 589 590 591 592 593 594 595 596 597 598 599 600 601 602 603 604 605 606 607 608 609 610 611 612 613 614 615 616 617 618 619 620 621 622 623 624 625 626 627 628 629 630 631 632 633 634 635 636 637 638 639 640 641 642 643 644 645 646 647 648 649 650 651 652 653 654 655 656 657 658 659 660 661 662 663 664 665 666 667 668 669 670 671 672 673 674 675 676 677 678 679 680 681 682 683 684 685 686 687 688 689 690 691 692 693 694 695 696 697 698 699 700 701 702 703 704 705 706 707 708 709 710 711 712 713 714 715 716 717 718 719 720 721 722 723 724 725 726 727 728 729 730 731 732 733 734 735 736 737 738 739 740 741 742 743 744 745 746 747 748 749 750 751 752 753 754 755 756 757 758 759 760 761 762 763 764 765 766 767 768 769 770 771 772 773 774 775 776 777 778 779 780 781 782 783 784 785 786 787 788 789 790 791 792 793 794 795 796 797 798 799 800 801 802 803 804 805 806 807 808 809 810 811 812 813 814 815 816 817 818 819 820 821 822 823 824 825 826 827 828 829 830 831 832 833 834 835 836 837 838 839 840 841 842 843 844 845 846 847 848 849 850 851 852 853 854 855 856 857 858 859 860 861 862 863 864 865 866 867 868 869 870 871 872 873 874 875 876 877 878 879 880 881 882 883 884 885 886 887 888 889 890 891 892 893 894 895 896 897 898 899 900 901 902 903 904 905 906 907 908 909 910 911 912 913 914 915 916 917 918 919 920 921 922 923 924 925 926 927 928 929 930 931 932 933 934 935 936 937 938 939 940 941 942 943 944 945 946 947 948 949 950 951 952 953 954 955 956 957 958 959', '09060000000000000000000000000000', 1795176600000, 1795176300000, false, '', '', 0, false, '', '', '', 0, '', '', '', false, 0, 0, '', '', '5', '');
INSERT INTO event_draw VALUES ('unanswered', 0, 1, 960, '0', '5', 1795176000000, '', false, 0, '0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95 96 97 98 99 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131 132 133 134 135 136 137 138 139 140 141 142 143 144 145 146 147 148 149 150 151 152 153 154 155 156 157 158 159 160 161 162 163 164 165 166 167 168 169 170 171 172 173 174 175 176 177 178 179 180 181 182 183 184 185 186 187 188 189 190 191 192 193 194 195 196 197 198 199 200 201 202 203 204 205 206 207 208 209 210 211 212 213 214 215 216 217 218 219 220 221 222 223 224 225 226 227 228 229 230 231 232 233 234 235 236 237 238 239 240 241 242 243 244 245 246 247 248 249 250 251 252 253 254 255 256 257 258 259 260 261 262 263 264 265 266 267 268 269 270 271 272 273 274 275 276 277 278 279 280 281 282 283 284 285 286 287 288 289 290 291 292 293 294 295 296 297 298 299 300 301 302 303 304 305 306 307 308 309 310 311 312 313 314 315 316 317 318 319 320 321 322 323 324 325 326 327 328 329 330 331 332 333 334 335 336 337 338 339 340 341 342 343 344 345 346 347 348 349 350 351 352 353 354 355 356 357 358 359 360 361 362 363 364 365 366 367 368 369 370 371 372 373 374 375 376 377 378 379 380 381 382 383 384 385 386 387 388 389 390 391 392 393 394 395 396 397 398 399 400 401 402 403 404 405 406 407 408 409 410 411 412 413 414 415 416 417 418 419 420 421 422 423 424 425 426 427 428 429 430 431 432 433 434 435 436 437 438 439 440 441 442 443 444 445 446 447 448 449 450 451 452 453 454 455 456 457 458 459 460 461 462 463 464 465 466 467 468 469 470 471 472 473 474 475 476 477 478 479 480 481 482 483 484 485 486 487 488 489 490 491 492 493 494 495 496 497 498 499 500 501 502 503 504 505 506 507 508 509 510 511 512 513 514 515 516 517 518 519 520 521 522 523 524 525 526 527 528 529 530 531 532 533 534 535 536 537 538 539 540 541 542 543 544 545 546 547 548 549 550 551 552 553 554 555 556 557 558 559 560 561 562 563 564 565 566 567 568 569 570 571 572 573 574 575 576 577 578 579 580 581 582 583 584 585 586 587 588 589 590 591 592 593 594 595 596 597 598 599 600 601 602 603 604 605 606 607 608 609 610 611 612 613 614 615 616 617 618 619 620 621 622 623 624 625 626 627 628 629 630 631 632 633 634 635 636 637 638 639 640 641 642 643 644 645 646 647 648 649 650 651 652 653 654 655 656 657 658 659 660 661 662 663 664 665 666 667 668 669 670 671 672 673 674 675 676 677 678 679 680 681 682 683 684 685 686 687 688 689 690 691 692 693 694 695 696 697 698 699 700 701 702 703 704 705 706 707 708 709 710 711 712 713 714 715 716 717 718 719 720 721 722 723 724 725 726 727 728 729 730 731 732 733 734 735 736 737 738 739 740 741 742 743 744 745 746 747 748 749 750 751 752 753 754 755 756 757 758 759 760 761 762 763 764 765 766 767 768 769 770 771 772 773 774 775 776 777 778 779 780 781 782 783 784 785 786 787 788 789 790 791 792 793 794 795 796 797 798 799 800 801 802 803 804 805 806 807 808 809 810 811 812 813 814 815 816 817 818 819 820 821 822 823 824 825 826 827 828 829 830 831 832 833 834 835 836 837 838 839 840 841 842 843 844 845 846 847 848 849 850 851 852 853 854 855 856 857 858 859 860 861 862 863 864 865 866 867 868 869 870 871 872 873 874 875 876 877 878 879 880 881 882 883 884 885 886 887 888 889 890 891 892 893 894 895 896 897 898 899 900 901 902 903 904 905 906 907 908 909 910 911 912 913 914 915 916 917 918 919 920 921 922 923 924 925 926 927 928 929 930 931 932 933 934 935 936 937 938 939 940 941 942 943 944 945 946 947 948 949 950 951 952 953 954 955 956 957 958 959', '09060000000000000000000000000000', 1795176600000, 1795176300000, false, '', '', 0, false, '', '', '', 0, '', '', '', false, 0, 0, '', '', '5', '');
INSERT INTO event_draw VALUES ('shown', 0, 1, 960, '0', '5', 1795176000000, '', true, 0, '0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95 96 97 98 99 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131 132 133 134 135 136 137 138 139 140 141 142 143 144 145 146 147 148 149 150 151 152 153 154 155 156 157 158 159 160 161 162 163 164 165 166 167 168 169 170 171 172 173 174 175 176 177 178 179 180 181 182 183 184 185 186 187 188 189 190 191 192 193 194 195 196 197 198 199 200 201 202 203 204 205 206 207 208 209 210 211 212 213 214 215 216 217 218 219 220 221 222 223 224 225 226 227 228 229 230 231 232 233 234 235 236 237 238 239 240 241 242 243 244 245 246 247 248 249 250 251 252 253 254 255 256 257 258 259 260 261 262 263 264 265 266 267 268 269 270 271 272 273 274 275 276 277 278 279 280 281 282 283 284 285 286 287 288 289 290 291 292 293 294 295 296 297 298 299 300 301 302 303 304 305 306 307 308 309 310 311 312 313 314 315 316 317 318 319 320 321 322 323 324 325 326 327 328 329 330 331 332 333 334 335 336 337 338 339 340 341 342 343 344 345 346 347 348 349 350 351 352 353 354 355 356 357 358 359 360 361 362 363 364 365 366 367 368 369 370 371 372 373 374 375 376 377 378 379 380 381 382 383 384 385 386 387 388 389 390 391 392 393 394 395 396 397 398 399 400 401 402 403 404 405 406 407 408 409 410 411 412 413 414 415 416 417 418 419 420 421 422 423 424 425 426 427 428 429 430 431 432 433 434 435 436 437 438 439 440 441 442 443 444 445 446 447 448 449 450 451 452 453 454 455 456 457 458 459 460 461 462 463 464 465 466 467 468 469 470 471 472 473 474 475 476 477 478 479 480 481 482 483 484 485 486 487 488 489 490 491 492 493 494 495 496 497 498 499 500 501 502 503 504 505 506 507 508 509 510 511 512 513 514 515 516 517 518 519 520 521 522 523 524 525 526 527 528 529 530 531 532 533 534 535 536 537 538 539 540 541 542 543 544 545 546 547 548 549 550 551 552 553 554 555 556 557 558 559 560 561 562 563 564 565 566 567 568 569 570 571 572 573 574 575 576 577 578 579 580 581 582 583 584 585 586 587 588 589 590 591 592 593 594 595 596 597 598 599 600 601 602 603 604 605 606 607 608 609 610 611 612 613 614 615 616 617 618 619 620 621 622 623 624 625 626 627 628 629 630 631 632 633 634 635 636 637 638 639 640 641 642 643 644 645 646 647 648 649 650 651 652 653 654 655 656 657 658 659 660 661 662 663 664 665 666 667 668 669 670 671 672 673 674 675 676 677 678 679 680 681 682 683 684 685 686 687 688 689 690 691 692 693 694 695 696 697 698 699 700 701 702 703 704 705 706 707 708 709 710 711 712 713 714 715 716 717 718 719 720 721 722 723 724 725 726 727 728 729 730 731 732 733 734 735 736 737 738 739 740 741 742 743 744 745 746 747 748 749 750 751 752 753 754 755 756 757 758 759 760 761 762 763 764 765 766 767 768 769 770 771 772 773 774 775 776 777 778 779 780 781 782 783 784 785 786 787 788 789 790 791 792 793 794 795 796 797 798 799 800 801 802 803 804 805 806 807 808 809 810 811 812 813 814 815 816 817 818 819 820 821 822 823 824 825 826 827 828 829 830 831 832 833 834 835 836 837 838 839 840 841 842 843 844 845 846 847 848 849 850 851 852 853 854 855 856 857 858 859 860 861 862 863 864 865 866 867 868 869 870 871 872 873 874 875 876 877 878 879 880 881 882 883 884 885 886 887 888 889 890 891 892 893 894 895 896 897 898 899 900 901 902 903 904 905 906 907 908 909 910 911 912 913 914 915 916 917 918 919 920 921 922 923 924 925 926 927 928 929 930 931 932 933 934 935 936 937 938 939 940 941 942 943 944 945 946 947 948 949 950 951 952 953 954 955 956 957 958 959', '09060000000000000000000000000000', 1795176600000, 1795176300000, false, '', '', 0, false, '', '', '', 0, '', '', '', false, 0, 0, '', '', '5', '');
INSERT INTO event_draw VALUES ('open', 0, 1, 960, '0', '5', 1795176000000, '', false, 0, '', '', 0, 0, false, '', '', 0, false, '', '', '', 0, '', '', '', false, 0, 0, '', '', '', '');
INSERT INTO post VALUES ('daily', 'asleep', 20777, 'asleep', 1795176000000, 1795197600000, 'missed', 0, 0, 0, '', 0, '', 'not_running', '', 0);
INSERT INTO post VALUES ('daily', 'open', 20777, 'open', 1795176001000, 1795197600000, 'open', 0, 0, 0, '', 0, '', '', '', 0);
INSERT INTO post VALUES ('daily', 'claimed', 20777, 'claimed', 1795176000000, 1795197600000, 'open', 1, 1795176000000, 0, 'crashed', 1795176090000, '', '', '', 0);
INSERT INTO post VALUES ('daily', 'failing', 20777, 'failing', 1795176000000, 1795197600000, 'failed', 1, 0, 0, '', 0, '', 'forbidden', 'I cannot see the channel (Missing Access)', 0);
INSERT INTO post VALUES ('daily', 'gone', 20777, 'gone', 1795176000000, 1795197600000, 'failed', 1, 0, 0, '', 0, '', 'gone', 'the channel does not exist', 0);
INSERT INTO post VALUES ('daily', 'late', 20777, 'late', 1795176000000, 1795197600000, 'missed', 1, 0, 0, '', 0, '', 'too_late', '', 0);
INSERT INTO post VALUES ('daily', 'paused', 20777, 'paused', 1795176000000, 1795197600000, 'missed', 1, 0, 0, '', 0, '', 'unwanted', '', 0);
INSERT INTO post VALUES ('daily', 'posted', 20777, 'posted', 1795176000000, 1795197600000, 'posted', 1, 1795176000000, 0, '', 0, '900', '', '', 0);
INSERT INTO post VALUES ('daily', 'removed', 20777, 'removed', 1795176000000, 1795197600000, 'unknown', 1, 1795176000000, 0, '', 0, '', 'removed', '', 0);
INSERT INTO post VALUES ('daily', 'unreadable', 20777, 'unreadable', 1795176000000, 1795197600000, 'unknown', 1, 1795176000000, 0, '', 0, '', 'no_history', '', 0);
INSERT INTO post VALUES ('seal', 'sealed', 1795176600000, 'sealed', 1795176600000, 1795263000000, 'open', 0, 0, 0, '', 0, '', '', '', 0);
INSERT INTO post VALUES ('seal', 'pressed', 1795176600000, 'pressed', 1795176360000, 1795262760000, 'open', 0, 0, 0, '', 0, '', '', '', 1);
INSERT INTO post VALUES ('seal', 'unanswered', 1795176600000, 'unanswered', 1795176360000, 1795262760000, 'open', 0, 0, 0, '', 0, '', '', '', 1);
INSERT INTO post_count VALUES ('daily', 'failed', 2);
INSERT INTO post_count VALUES ('daily', 'missed', 3);
INSERT INTO post_count VALUES ('daily', 'posted', 1);
INSERT INTO post_count VALUES ('daily', 'unknown', 2);
INSERT INTO quiz_answer VALUES ('77', 1, 1152921504606846976, '5', 1234, 518);
INSERT INTO quiz_answer VALUES ('77', 1, 1152921504606846977, '6', 0, 959);
INSERT INTO quiz_card VALUES ('5', 'almanac', 'bishops 9 number', 1795176061234, 0.40255, 7.1949, 1, 1, 0, 1795176001234, true);
INSERT INTO quiz_card VALUES ('5', 'almanac', 'queen 32 number', 1795176301234, 1.18385, 6.488305268471453, 1, 1, 0, 1795176001234, false);
INSERT INTO quiz_card VALUES ('5', 'almanac', 'sequence 480 number', 1795176301234, 1.18385, 6.488305268471453, 1, 1, 0, 1795176001234, false);
INSERT INTO quiz_day VALUES ('5', 20777, 'rrrrrr', false, 1795176000000, 1795176060000, 6);
INSERT INTO quiz_race VALUES ('77', '8', '1', '{"Level":"number","Scheme":"sp","Rounds":5,"Time":30000000000,"Grace":0,"Seed":"“?”"}', 1, 1795176000000, 1795179600000, '5', true);
INSERT INTO quiz_streak VALUES ('5', 20777, 1);
INSERT INTO quiz_turn VALUES ('open', '5', 'number', 'number', 'almanac', 518, true, 1795176000000, 1795176000000, true, '', 0, 0, '', '', '');
INSERT INTO quiz_turn VALUES ('castling', '5', 'castling', 'number', 'sp', 518, true, 1795176000000, 1795176000000, true, '', 0, 0, '', '', 'O-O-O Qr1k1r1b/5p1b/p1ppq3/1p2p1pp/4nP1P/3P4/PPP3PR/NRNK2BB b Qkq - 0 1');
INSERT INTO quiz_turn VALUES ('“?” ''; --', '5', 'number', 'number', 'almanac', 518, true, 1795176000000, 1795176000000, true, 'wrong', 1795176001234, 525, '', 'open', '');
ALTER TABLE ONLY daily_guild
    ADD CONSTRAINT daily_guild_pkey PRIMARY KEY (guild);
ALTER TABLE ONLY daily_removed
    ADD CONSTRAINT daily_removed_pkey PRIMARY KEY (channel);
ALTER TABLE ONLY daily_sub
    ADD CONSTRAINT daily_sub_pkey PRIMARY KEY (channel);
ALTER TABLE ONLY event_change
    ADD CONSTRAINT event_change_pkey PRIMARY KEY (event, number);
ALTER TABLE ONLY event_draw
    ADD CONSTRAINT event_draw_pkey PRIMARY KEY (event, number);
ALTER TABLE ONLY event_game
    ADD CONSTRAINT event_game_pkey PRIMARY KEY (event, number);
ALTER TABLE ONLY event_moves
    ADD CONSTRAINT event_moves_pkey PRIMARY KEY (event, number);
ALTER TABLE ONLY event_number
    ADD CONSTRAINT event_number_pkey PRIMARY KEY (event, draw, ordinal);
ALTER TABLE ONLY event
    ADD CONSTRAINT event_pkey PRIMARY KEY (id);
ALTER TABLE ONLY event_result
    ADD CONSTRAINT event_result_pkey PRIMARY KEY (event, number);
ALTER TABLE ONLY event_telling
    ADD CONSTRAINT event_telling_pkey PRIMARY KEY (event, number);
ALTER TABLE ONLY post_count
    ADD CONSTRAINT post_count_pkey PRIMARY KEY (kind, state);
ALTER TABLE ONLY post
    ADD CONSTRAINT post_pkey PRIMARY KEY (kind, subject, number);
ALTER TABLE ONLY post_pruned
    ADD CONSTRAINT post_pruned_pkey PRIMARY KEY (kind, subject);
ALTER TABLE ONLY quiz_answer
    ADD CONSTRAINT quiz_answer_pkey PRIMARY KEY (race, round, interaction);
ALTER TABLE ONLY quiz_card
    ADD CONSTRAINT quiz_card_pkey PRIMARY KEY (person, scheme, card);
ALTER TABLE ONLY quiz_day
    ADD CONSTRAINT quiz_day_pkey PRIMARY KEY (person, day);
ALTER TABLE ONLY quiz_race
    ADD CONSTRAINT quiz_race_pkey PRIMARY KEY (id);
ALTER TABLE ONLY quiz_streak
    ADD CONSTRAINT quiz_streak_pkey PRIMARY KEY (person);
ALTER TABLE ONLY quiz_turn
    ADD CONSTRAINT quiz_turn_pkey PRIMARY KEY (id);
ALTER TABLE ONLY request_slot
    ADD CONSTRAINT request_slot_pkey PRIMARY KEY (purpose);
ALTER TABLE ONLY server_language
    ADD CONSTRAINT server_language_pkey PRIMARY KEY (guild);
CREATE INDEX daily_removed_at ON daily_removed USING btree (removed_at);
CREATE INDEX daily_removed_guild ON daily_removed USING btree (guild);
CREATE INDEX daily_sub_guild ON daily_sub USING btree (guild);
CREATE INDEX daily_sub_next ON daily_sub USING btree (next_at, channel) WHERE (status = 'active'::text);
CREATE INDEX event_change_person ON event_change USING btree (changed_by) WHERE (changed_by <> ''::text);
CREATE INDEX event_change_renamed_from ON event_change USING btree (renamed_from) WHERE (renamed_from <> ''::text);
CREATE INDEX event_change_renamed_to ON event_change USING btree (renamed_to) WHERE (renamed_to <> ''::text);
CREATE INDEX event_channel ON event USING btree (channel, opened_at);
CREATE INDEX event_closed ON event USING btree (closed_at) WHERE (closed_at <> 0);
CREATE INDEX event_draw_opened ON event_draw USING btree (opened_by) WHERE (opened_by <> ''::text);
CREATE INDEX event_draw_person ON event_draw USING btree (drawn_by) WHERE (drawn_by <> ''::text);
CREATE INDEX event_draw_sealed ON event_draw USING btree (drawn_by) WHERE ((seal_bits <> ''::text) AND (opened_at = 0));
CREATE INDEX event_draw_started ON event_draw USING btree (started_by) WHERE (started_by <> ''::text);
CREATE INDEX event_draw_void ON event_draw USING btree (void_by) WHERE (void_by <> ''::text);
CREATE INDEX event_game_due ON event_game USING btree (ask_at) WHERE (ask_at <> 0);
CREATE INDEX event_guild ON event USING btree (guild, opened_by) WHERE (closed_at = 0);
CREATE INDEX event_moves_due ON event_moves USING btree (ask_at) WHERE (ask_at <> 0);
CREATE UNIQUE INDEX event_number_once ON event_number USING btree (event, draw, person) WHERE (person <> ''::text);
CREATE INDEX event_number_person ON event_number USING btree (person) WHERE (person <> ''::text);
CREATE UNIQUE INDEX event_open ON event USING btree (channel) WHERE (closed_at = 0);
CREATE INDEX event_person ON event USING btree (opened_by) WHERE (opened_by <> ''::text);
CREATE INDEX event_plan_by ON event USING btree (plan_by) WHERE (plan_by <> ''::text);
CREATE INDEX event_result_black ON event_result USING btree (black) WHERE (black <> ''::text);
CREATE INDEX event_result_told_by ON event_result USING btree (told_by) WHERE (told_by <> ''::text);
CREATE INDEX event_result_white ON event_result USING btree (white) WHERE (white <> ''::text);
CREATE INDEX event_telling_name ON event_telling USING btree (name) WHERE (name <> ''::text);
CREATE INDEX event_telling_told_by ON event_telling USING btree (told_by) WHERE (told_by <> ''::text);
CREATE INDEX event_thread ON event USING btree (thread) WHERE (thread <> ''::text);
CREATE INDEX post_final ON post USING btree (due_at) WHERE (state <> 'open'::text);
CREATE INDEX post_open ON post USING btree (turn, due_at, kind, subject, number) WHERE (state = 'open'::text);
CREATE INDEX quiz_answer_person ON quiz_answer USING btree (person, race, round);
CREATE INDEX quiz_card_last ON quiz_card USING btree (last);
CREATE INDEX quiz_day_day ON quiz_day USING btree (day);
CREATE INDEX quiz_race_channel ON quiz_race USING btree (channel, ended_at);
CREATE INDEX quiz_race_ended ON quiz_race USING btree (ended_at) WHERE (ended_at <> 0);
CREATE UNIQUE INDEX quiz_race_running ON quiz_race USING btree (channel) WHERE (ended_at = 0);
CREATE INDEX quiz_race_started_by ON quiz_race USING btree (started_by) WHERE (started_by <> ''::text);
CREATE INDEX quiz_streak_day ON quiz_streak USING btree (last_day);
CREATE INDEX quiz_turn_asked ON quiz_turn USING btree (asked);
CREATE INDEX quiz_turn_person ON quiz_turn USING btree (person, asked);
ALTER TABLE ONLY event_change
    ADD CONSTRAINT event_change_event_fkey FOREIGN KEY (event) REFERENCES event(id) ON DELETE CASCADE;
ALTER TABLE ONLY event_draw
    ADD CONSTRAINT event_draw_event_fkey FOREIGN KEY (event) REFERENCES event(id) ON DELETE CASCADE;
ALTER TABLE ONLY event_game
    ADD CONSTRAINT event_game_event_fkey FOREIGN KEY (event) REFERENCES event(id) ON DELETE CASCADE;
ALTER TABLE ONLY event_moves
    ADD CONSTRAINT event_moves_event_number_fkey FOREIGN KEY (event, number) REFERENCES event_game(event, number) ON DELETE CASCADE;
ALTER TABLE ONLY event_number
    ADD CONSTRAINT event_number_event_draw_fkey FOREIGN KEY (event, draw) REFERENCES event_draw(event, number) ON DELETE CASCADE;
ALTER TABLE ONLY event_result
    ADD CONSTRAINT event_result_event_fkey FOREIGN KEY (event) REFERENCES event(id) ON DELETE CASCADE;
ALTER TABLE ONLY event_telling
    ADD CONSTRAINT event_telling_event_fkey FOREIGN KEY (event) REFERENCES event(id) ON DELETE CASCADE;
ALTER TABLE ONLY quiz_answer
    ADD CONSTRAINT quiz_answer_race_fkey FOREIGN KEY (race) REFERENCES quiz_race(id) ON DELETE CASCADE;
