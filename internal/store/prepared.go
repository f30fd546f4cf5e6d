package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"slices"
	"strings"

	"modernc.org/sqlite"
)

// preparing is the name of a driver for SQLite that keeps statements prepared on their
// connection. Without that SQLite parses a statement each time, which takes longer than most
// statements run.
const preparing = "sqlite-preparing"

func init() { sql.Register(preparing, preparingDriver{&sqlite.Driver{}}) }

type preparingDriver struct{ driver.Driver }

func (d preparingDriver) Open(name string) (driver.Conn, error) {
	opened, err := d.Driver.Open(name)
	if err != nil {
		return nil, err
	}
	return &preparingConn{sqliteConn: opened.(sqliteConn), prepared: map[string]*preparedStatement{}}, nil
}

// A sqliteConn is what the driver's connections can do.
type sqliteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

// mostPrepared is how many statements a connection keeps. Nearly all of a program's statements
// are constant; those that come with many parameters are not kept once there are so many.
const mostPrepared = 200

// A preparingConn is a connection that keeps its statements. One goroutine at a time uses it.
type preparingConn struct {
	sqliteConn
	prepared map[string]*preparedStatement
}

// A preparedStatement may be read by one query at a time.
type preparedStatement struct {
	driver.Stmt
	reading bool
}

// keepable are the first words of statements that are worth keeping.
var keepable = []string{"SELECT", "INSERT", "UPDATE", "DELETE", "WITH"}

// statement returns the prepared statement of a query, nil if there is none that can be used.
func (c *preparingConn) statement(ctx context.Context, query string) (*preparedStatement, error) {
	if p := c.prepared[query]; p != nil {
		if p.reading {
			return nil, nil
		}
		return p, nil
	}
	first, _, _ := strings.Cut(strings.TrimSpace(query), " ")
	if !slices.Contains(keepable, first) || len(c.prepared) >= mostPrepared {
		return nil, nil
	}
	s, err := c.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	p := &preparedStatement{Stmt: s}
	c.prepared[query] = p
	return p, nil
}

func (c *preparingConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	p, err := c.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	if p == nil {
		return c.sqliteConn.ExecContext(ctx, query, args)
	}
	return p.Stmt.(driver.StmtExecContext).ExecContext(ctx, args)
}

func (c *preparingConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	p, err := c.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	if p == nil {
		return c.sqliteConn.QueryContext(ctx, query, args)
	}
	rows, err := p.Stmt.(driver.StmtQueryContext).QueryContext(ctx, args)
	if err != nil {
		return nil, err
	}
	p.reading = true
	return preparedRows{rows.(driver.RowsColumnTypeDatabaseTypeName), p}, nil
}

func (c *preparingConn) Close() error {
	var errs []error
	for _, p := range c.prepared {
		errs = append(errs, p.Close())
	}
	return errors.Join(append(errs, c.sqliteConn.Close())...)
}

// preparedRows give their statement back when they are closed.
type preparedRows struct {
	driver.RowsColumnTypeDatabaseTypeName // copying asks which columns are truth values
	statement                             *preparedStatement
}

func (r preparedRows) Close() error {
	r.statement.reading = false
	return r.RowsColumnTypeDatabaseTypeName.Close()
}
