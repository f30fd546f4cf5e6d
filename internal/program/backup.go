package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"chess960bot/internal/service/store"
)

const backupUsage = `usage: chess960bot backup FILE

Copies the SQLite database of DATABASE_URL into a new file, also while the bot runs.
Only you can read the file. What /forget deletes later stays in the copy: delete copies
after some weeks. For PostgreSQL use pg_dump.
`

// backup runs the subcommand "backup" and returns the exit code.
func backup(arguments []string, out, errs io.Writer) int {
	if len(arguments) != 1 || arguments[0] == "" || arguments[0][0] == '-' {
		fmt.Fprint(errs, backupUsage)
		return exitUsage
	}
	file := arguments[0]
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := backupTo(ctx, file)
	switch {
	case errors.Is(err, store.ErrBackupExists):
		err = fmt.Errorf("%s exists: name a new file", file)
	case errors.Is(err, store.ErrBackupOther):
		err = errors.New("the database is not a SQLite file: back up PostgreSQL with pg_dump")
	}
	if err != nil {
		fmt.Fprintln(errs, "chess960bot backup:", err)
		return exitPassing
	}
	fmt.Fprintln(out, "chess960bot: copied the database into", file)
	return 0
}

func backupTo(ctx context.Context, file string) error {
	if _, err := loadDotEnv(".env"); err != nil {
		return err
	}
	address, err := readDatabase(os.LookupEnv)
	if err != nil {
		return err
	}
	return store.Backup(ctx, address.Reveal(), file)
}
