package program

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"chess960bot/internal/store"
)

const migrateUsage = `usage: chess960bot migrate -from ADDRESS -to ADDRESS

Copies everything that the bot has stored from one database to another. Addresses are
as in DATABASE_URL, for example
  -from sqlite:chess960.db -to postgres://user@host/name
A password may come from the environment variable PGPASSWORD. Stop the bot first.
The target must be empty. It gets all rows or none. Then set DATABASE_URL to the
target and start the bot again.
`

// migrate runs the subcommand "migrate" and returns the exit code.
func migrate(arguments []string, out, errs io.Writer) int {
	flags := flag.NewFlagSet("chess960bot migrate", flag.ContinueOnError)
	flags.SetOutput(errs)
	flags.Usage = func() { fmt.Fprint(errs, migrateUsage) }
	from := flags.String("from", "", "")
	to := flags.String("to", "", "")
	switch err := flags.Parse(arguments); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return exitUsage
	case *from == "" || *to == "" || flags.NArg() > 0:
		flags.Usage()
		return exitUsage
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	copied, err := store.Copy(ctx, *from, *to)
	for _, c := range copied {
		fmt.Fprintf(out, "%s: %d rows copied\n", c.Table, c.Rows)
	}
	if err != nil {
		fmt.Fprintln(errs, "chess960bot migrate:", err)
		return exitPassing
	}
	return 0
}

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
	err := backupTo(file)
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

func backupTo(file string) error {
	if _, err := loadDotEnv(".env"); err != nil {
		return err
	}
	r := reader{lookup: os.LookupEnv} // only for this setting: a backup needs no token
	address := r.database("DATABASE_URL", defaultDatabase)
	if err := errors.Join(r.problems...); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return store.Backup(ctx, address.Reveal(), file)
}
