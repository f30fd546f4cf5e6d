// Reads a PGN file with chessops and prints, for each game, its round, its back
// rank, and whether the start position is a legal one of Chess960.
import { readFileSync } from "node:fs";
import { makeFen } from "chessops/fen";
import { parsePgn, startingPosition } from "chessops/pgn";

for (const game of parsePgn(readFileSync(process.argv[2], "utf8"))) {
  const position = startingPosition(game.headers);
  const tag = (name) => game.headers.get(name);
  console.log([tag("Event"), tag("Variant"), tag("Round"), position.isOk ? makeFen(position.value.toSetup()) : "illegal"].join("\t"));
}
