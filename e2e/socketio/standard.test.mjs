// The standard client against our server, over each way it can travel. The Go test that runs this serves the endpoint
// and, under /control/, does what other parts of the product do: announce a change, send a message, end a session.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { io } from "socket.io-client";

const endpoint = process.env.KRAPAO_ENDPOINT;
const alice = { id: "0123456789AB", token: "token-of-alice" };
const bob = { id: "BA9876543210", token: "token-of-bob" };
const anHour = 3_600_000;
const room = (owner) => `krapao-${owner}`;

const control = async (action, query = {}) => {
	const answer = await fetch(`${endpoint}/control/${action}?${new URLSearchParams(query)}`, { method: "POST" });
	assert.equal(answer.status, 204, action);
};

// What is waited for comes, or the run's own patience ends: a slow machine is no failure.
const next = (emitter, event) => new Promise((done) => emitter.once(event, done));

// What came before the answer to a question was heard before it.
const asked = (socket) => socket.emitWithAck("join", "nobody's");

const ways = {
	websocket: ["websocket"],
	polling: ["polling"],
	upgrade: ["polling", "websocket"],
};

for (const [way, transports] of Object.entries(ways)) {
	describe(way, { concurrency: true }, () => {
		const open = [];
		after(() => {
			for (const socket of open) socket.disconnect();
		});

		const client = (auth) => {
			const socket = io(endpoint, { transports, auth, forceNew: true, timeout: anHour, reconnectionDelay: 50, reconnectionDelayMax: 100 });
			open.push(socket);
			return socket;
		};

		const connected = async (auth) => {
			const socket = client(auth);
			await next(socket, "connect");
			return socket;
		};

		test("a member joins its own room and no other", async () => {
			const socket = await connected({ token: alice.token });
			assert.deepEqual(await socket.emitWithAck("join", room(alice.id)), { ok: true });
			assert.deepEqual(await socket.emitWithAck("join", room(bob.id)), { ok: false, message: "UNAUTHORIZED" });
			assert.deepEqual(await socket.emitWithAck("join", 7), { ok: false, message: "INVALID_INPUT" });
		});

		test("a guest joins by its UUID", async () => {
			const guest = crypto.randomUUID();
			const socket = await connected(undefined);
			assert.deepEqual(await socket.emitWithAck("join", room(guest)), { ok: true });
			assert.deepEqual(await socket.emitWithAck("join", room(alice.id)), { ok: false, message: "UNAUTHORIZED" });
			const heard = next(socket, "messaging");
			await control("message", { owner: guest, text: "สวัสดี ສະບາຍດີ 😀" });
			assert.deepEqual(await heard, { text: "สวัสดี ສະບາຍດີ 😀" });
		});

		test("a wrong token is refused with its code", async () => {
			const socket = client({ token: "guess" });
			const error = await next(socket, "connect_error");
			assert.equal(error.message, "invalid-token");
			assert.equal(socket.connected, false);
		});

		test("another namespace is refused", async () => {
			const socket = io(`${endpoint}/admin`, { transports, forceNew: true, timeout: anHour });
			open.push(socket);
			assert.equal((await next(socket, "connect_error")).message, "Invalid namespace");
		});

		test("every tab of a member hears of changes, without amounts", async () => {
			const tabs = await Promise.all([connected({ token: bob.token }), connected({ token: bob.token })]);
			const heard = tabs.flatMap((tab) => [next(tab, "wallet"), next(tab, "statement")]);
			await control("change", { member: bob.id });
			assert.deepEqual(await Promise.all(heard), ["changed", "changed", "changed", "changed"]);
		});

		test("what concerns another member is not heard", async () => {
			const socket = await connected({ token: alice.token });
			let heard = 0;
			socket.onAny(() => heard++);
			await control("change", { member: "CCCCCCCCCCCC" });
			await control("message", { owner: bob.id, text: "secret" });
			await asked(socket);
			assert.equal(heard, 0);
		});

		test("it stays connected through many heartbeats", async () => {
			const socket = await connected({ token: alice.token });
			let ended = "";
			socket.on("disconnect", (reason) => {
				ended = reason;
			});
			for (let i = 0; i < 10; i++) await next(socket.io, "ping");
			assert.equal(ended, "");
			assert.deepEqual(await socket.emitWithAck("join", room(alice.id)), { ok: true });
		});

		test("after a cut it comes back and hears again", async () => {
			const token = `token-of-cut-${way}`;
			const member = `CUT${way.toUpperCase()}`;
			await control("begin", { token, member });
			const socket = await connected({ token });
			const down = next(socket, "disconnect");
			const up = new Promise((done) => socket.io.once("reconnect", done));
			socket.io.engine.transport.close ? socket.io.engine.close() : socket.io.engine.onClose("cut");
			await down;
			await up;
			if (!socket.connected) await next(socket, "connect");
			const heard = next(socket, "wallet");
			await control("change", { member });
			assert.equal(await heard, "changed");
		});

		test("it ends with its session and is refused when it comes back", async () => {
			const token = `token-of-end-${way}`;
			await control("begin", { token, member: `END${way.toUpperCase()}` });
			const socket = await connected({ token });
			const down = next(socket, "disconnect");
			await control("end", { token });
			const reason = await down;
			if (reason === "io server disconnect") socket.connect();
			const error = await next(socket, "connect_error");
			assert.ok(["invalid-token", "xhr poll error"].includes(error.message), error.message);
			assert.equal(socket.connected, false);
		});

		test("a payload above the limit ends the connection", async () => {
			const socket = await connected({ token: alice.token });
			const down = next(socket, "disconnect");
			socket.emit("join", "x".repeat(20_000));
			assert.ok(["transport close", "transport error"].includes(await down));
		});

		test("leaving is clean", async () => {
			const socket = await connected({ token: alice.token });
			const down = next(socket, "disconnect");
			socket.disconnect();
			assert.equal(await down, "io client disconnect");
		});

		if (way === "upgrade") {
			test("it moves to a WebSocket, and nothing is lost or doubled meanwhile", async () => {
				const guest = crypto.randomUUID();
				const socket = client(undefined);
				const heard = [];
				socket.on("messaging", (m) => heard.push(m.text));
				await next(socket, "connect");
				assert.deepEqual(await socket.emitWithAck("join", room(guest)), { ok: true });
				const sent = [];
				for (let i = 0; i < 100; i++) {
					sent.push(String(i));
					await control("message", { owner: guest, text: String(i) });
				}
				if (socket.io.engine.transport.name !== "websocket") await next(socket.io.engine, "upgrade");
				await asked(socket);
				assert.deepEqual(heard, sent);
			});
		} else {
			test("it travels as it was asked to", async () => {
				const socket = await connected(undefined);
				await asked(socket);
				assert.equal(socket.io.engine.transport.name, way);
			});
		}
	});
}
