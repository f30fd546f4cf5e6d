// Plays random games of Chess960 with chessops, from the FENs of start positions given one a
// line. For each game it prints a line of moves with tabs between: SAN, UCI and FEN of the
// move, then words that are perhaps no legal moves before it, each with its answer: the UCI
// of the move, or "-".
import { readFileSync } from 'node:fs';
import { Chess, normalizeMove } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';
import { makeSanAndPlay, makeSan, parseSan } from 'chessops/san';
import { makeUci, parseSquare, squareFile } from 'chessops/util';

let seed = Number(process.argv[3]);
const random = n => { // a linear congruential generator
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor(seed / 4294967296 * n);
};
const files = 'abcdefgh', letters = 'KQRBN';

function movesOf(pos) {
  const moves = [];
  for (const [from, squares] of pos.allDests()) {
    for (const to of squares) {
      const pawn = pos.board.pawn.has(from) && (to < 8 || to >= 56);
      for (const promotion of pawn ? ['queen', 'rook', 'bishop', 'knight'] : [undefined]) moves.push({ from, to, promotion });
    }
  }
  return moves;
}

function mutated(san) {
  const at = random(san.length), c = san[at];
  let other = c;
  if (files.includes(c)) other = files[random(8)];
  else if (c >= '1' && c <= '8') other = String(1 + random(8));
  else if (letters.includes(c)) other = letters[random(5)];
  else if (c === 'O') return san.startsWith('O-O-O') ? 'O-O' : 'O-O-O';
  return san.slice(0, at) + other + san.slice(at + 1);
}

const lines = [];
for (const fen of readFileSync(process.argv[2], 'utf8').trim().split('\n')) {
  const pos = Chess.fromSetup(parseFen(fen).unwrap()).unwrap();
  const moves = [];
  for (let ply = 0; ply < 80; ply++) {
    const all = movesOf(pos);
    if (all.length === 0) break;
    const castlings = all.filter(m => pos.board.king.has(m.from) && pos.board[pos.turn].has(m.to));
    const from = castlings.length > 0 && random(3) === 0 ? castlings : all;
    const move = from[random(from.length)];
    const probes = [];
    const word = mutated(makeSan(pos, move));
    for (const probe of random(8) === 0 ? [word, 'O-O', 'O-O-O'] : []) {
      const read = parseSan(pos, probe);
      probes.push(probe, read === undefined ? '-' : makeUci(read));
    }
    const uci = makeUci(move);
    moves.push([makeSanAndPlay(pos, move), uci, makeFen(pos.toSetup()), ...probes].join('\t'));
  }
  lines.push(moves.join('\n'), '');
}
process.stdout.write(lines.join('\n') + '\n');
