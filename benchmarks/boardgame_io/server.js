// A small game on a boardgame.io server: node server.js PORT [FOLDER]
// With a folder its matches are stored there (FlatFile, the durable store that comes along), else in memory alone.
// Its moves are cheap on purpose: the framework is measured, not the rules.
const { INVALID_MOVE } = require('boardgame.io/core');
const { FlatFile, Server } = require('boardgame.io/server');

const FIELDS = 24;

const game = {
  name: 'fields',
  setup: ({ ctx }) => ({
    owners: Array(FIELDS).fill(null),
    cubes: Array(FIELDS).fill(0),
    supply: Array(ctx.numPlayers).fill(10_000),
    hands: Object.fromEntries(ctx.playOrder.map((seat) => [seat, [1, 2, 3]])),
  }),
  playerView: ({ G, playerID }) => ({
    ...G,
    hands: Object.fromEntries(
      Object.entries(G.hands).map(([seat, hand]) => [seat, seat === playerID ? hand : hand.length]),
    ),
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place: {
      client: false,
      move: ({ G, playerID }, field) => {
        if (!(field in G.cubes) || G.supply[playerID] < 1) return INVALID_MOVE;
        G.owners[field] = playerID;
        G.cubes[field] += 1;
        G.supply[playerID] -= 1;
      },
    },
  },
};

const [port, folder] = [Number(process.argv[2]), process.argv[3]];
const db = folder ? { db: new FlatFile({ dir: folder, logging: false }) } : {};
const server = Server({ games: [game], origins: ['http://localhost'], ...db });
const listen = server.app.listen;
server.app.listen = (at, listening) => listen.call(server.app, at, '127.0.0.1', listening);
server.router.get('/spent', (asked) => {
  const { user, system } = process.cpuUsage();
  asked.body = { milliseconds: (user + system) / 1000 };
});
server.run({ port });
