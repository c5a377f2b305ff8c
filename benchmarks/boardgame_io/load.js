// Matches on the server of server.js, each with its next move when the last one was seen by the other seat:
// node load.js PORT MATCHES SECONDS. Prints moves a second, p95 and the server's processor time a move as JSON.
const { io } = require('socket.io-client');

const [port, matches, seconds] = process.argv.slice(2).map(Number);
const base = `http://127.0.0.1:${port}`;
const WARMING_MILLISECONDS = 2_000;

async function asked(path, body) {
  const sent = body && { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  return (await fetch(base + path, sent || {})).json();
}

async function seated(matchID, playerID) {
  const { playerCredentials } = await asked(`/games/fields/${matchID}/join`, { playerID, playerName: playerID });
  const socket = io(`${base}/fields`, { transports: ['websocket'], forceNew: true });
  const seat = { socket, playerID, credentials: playerCredentials, state: null, seen: null };
  const heard = (_, told) => {
    seat.state = told.state || told;
    if (seat.seen) seat.seen();
  };
  await new Promise((synced) => {
    seat.seen = synced;
    socket.on('sync', heard);
    socket.on('update', heard);
    socket.on('connect', () => socket.emit('sync', matchID, playerID, playerCredentials, 2));
  });
  return seat;
}

async function opened() {
  const { matchID } = await asked('/games/fields/create', { numPlayers: 2 });
  return { matchID, seats: [await seated(matchID, '0'), await seated(matchID, '1')] };
}

async function play({ matchID, seats }, until, taken) {
  for (let number = 0; Date.now() < until; number += 1) {
    const mover = seats[Number(seats[0].state.ctx.currentPlayer)];
    const wanted = mover.state._stateID + 1;
    const began = performance.now();
    const seen = Promise.all(
      seats.map(
        (seat) =>
          new Promise((arrived) => {
            seat.seen = () => seat.state._stateID >= wanted && arrived();
          }),
      ),
    );
    const payload = { type: 'place', args: [number % 24], playerID: mover.playerID, credentials: mover.credentials };
    mover.socket.emit('update', { type: 'MAKE_MOVE', payload }, mover.state._stateID, matchID, mover.playerID);
    await seen;
    taken.push(performance.now() - began);
  }
}

async function main() {
  const tables = [];
  for (let number = 0; number < matches; number += 1) tables.push(await opened());
  await Promise.all(tables.map((table) => play(table, Date.now() + WARMING_MILLISECONDS, [])));
  const taken = [];
  const before = await asked('/spent');
  const began = performance.now();
  await Promise.all(tables.map((table) => play(table, Date.now() + seconds * 1_000, taken)));
  const passed = (performance.now() - began) / 1_000;
  const spent = (await asked('/spent')).milliseconds - before.milliseconds;
  taken.sort((one, other) => one - other);
  const p95 = taken[Math.min(taken.length - 1, Math.floor(taken.length * 0.95))];
  console.log(JSON.stringify({ rate: taken.length / passed, p95, processor: spent / taken.length }));
  process.exit(0);
}

main();
