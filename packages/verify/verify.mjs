import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { createRequire } from "module";

// packages/verify/src/findings.ts
const mostFailures = 1e3;
/** Names and ids come out of files that may be hostile: nothing in them may steer a terminal or turn what is read around. */
const plain = (text) => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, "�");
const makeFindings = () => {
	const found = [];
	let failures = 0;
	const add = (outcome) => (what, why, where) => {
		if (outcome === "failed") {
			failures += 1;
			if (failures > mostFailures) return;
		}
		found.push({
			outcome,
			what: plain(what),
			why: plain(why),
			...where === void 0 ? {} : { where: {
				...where,
				file: plain(where.file),
				...where.id === void 0 ? {} : { id: plain(where.id) }
			} }
		});
	};
	return {
		proven: add("proven"),
		failed: add("failed"),
		notShown: add("not_shown"),
		unreadable: add("unreadable"),
		failures: () => failures,
		all: () => failures <= mostFailures ? found : [...found, {
			outcome: "failed",
			what: `${failures - mostFailures} more things do not hold.`,
			why: `Only the first ${mostFailures} are listed one by one.`
		}]
	};
};

// packages/verify/src/report-text.ts
const sections = [
	[
		"failed",
		"✗",
		"Does not hold"
	],
	[
		"unreadable",
		"!",
		"Could not be checked"
	],
	[
		"proven",
		"✓",
		"Proven"
	],
	[
		"not_shown",
		"–",
		"Not shown by these files"
	]
];
const place = ({ where }) => {
	if (where === void 0) return "";
	const entry = where.seq === void 0 ? "" : `, entry ${where.seq}`;
	return ` [${where.file}${entry}${where.id === void 0 ? "" : `, id ${where.id}`}]`;
};
/** `1a2b 3c4d …`, as people compare it. */
const grouped = (fingerprint) => fingerprint.match(/.{4}/g)?.join(" ") ?? fingerprint;
const sampleText = ({ anchorHash, drawn, file, own, populationRows, seed, words }, verdict) => [
	own ? `Sample drawn with your own words or size from the fixed population of ${plain(file)}. It is not the sample of the test.` : `Sample of ${plain(file)}, drawn anew by the published rule.`,
	`${drawn.length} of ${populationRows} leavers, anchor ${anchorHash}, words ${JSON.stringify(plain(words))}`,
	...verdict === "failed" || verdict === "unreadable" ? ["Do not rely on it: see below what does not hold."] : [],
	`seed ${seed}`,
	...drawn.map(({ lastWorkingDay, leaverId, name, ticket }) => [
		ticket,
		leaverId,
		name,
		lastWorkingDay
	].join("	")),
	""
];
/** The report as text for a terminal, its headline first, then what was drawn. */
const reportText = ({ findings, headline, keys, samples = [], verdict }) => {
	const parts = sections.flatMap(([outcome, sign, title]) => {
		const own = findings.filter((finding) => finding.outcome === outcome);
		if (own.length === 0) return [];
		return [
			`${title} (${own.length})`,
			...own.map((finding) => `  ${sign} ${finding.what}\n    ${finding.why}${place(finding)}`),
			""
		];
	});
	return [
		headline,
		"",
		...samples.flatMap((sample) => sampleText(sample, verdict)),
		...keys.map(({ fingerprint, given, keyId }) => `Key ${keyId} (${given ? "given by you" : "came with the files"}), SHA-256 fingerprint:\n  ${grouped(fingerprint)}\n`),
		...parts
	].join("\n");
};

// packages/contract/src/audit/chain.ts
/** The hash that the first entry of a chain names as its predecessor. */
const genesisHash = "0".repeat(64);
/** The text whose SHA-256 is `content_hash` (chain-2). */
const contentLines = (entry) => `svc-audit-content/v1
org_id=${entry.orgId.toLowerCase()}\nid=${entry.id.toLowerCase()}\ncreated_at=${entry.createdAt}\nactor_id=${entry.actorId?.toLowerCase() ?? ""}\naction=${entry.action}\ntarget=${JSON.stringify(entry.target)}\ndetails=${JSON.stringify(entry.details)}\n`;
/** The text whose SHA-256 is `entry_hash` (chain-2). */
const linkLines = (link) => `svc-audit-entry/v1
org_id=${link.orgId.toLowerCase()}\nseq=${link.seq}\ncontent_hash=${link.contentHash}\nprev_hash=${link.prevHash}\n`;
/** The first line of the signed message, and the `format` of a page of anchors (anchors-2). */
const anchorFormat = "svc-audit-anchor/v1";
/** The text whose UTF-8 bytes an anchor's Ed25519 signature covers. */
const anchorLines = (anchor) => `${anchorFormat}\norg_id=${anchor.orgId.toLowerCase()}\nentry_id=${anchor.entryId.toLowerCase()}\nentry_hash=${anchor.entryHash}\nanchored_at=${anchor.anchoredAt}\n`;
/** The action of the entry that tells of a purge; only by it may the oldest entries of a chain be missing. */
const retentionAction = "audit_retention_applied";
/** The purge that such details tell of; undefined for any other text. */
const readRetentionDetails = (details) => {
	const [, removed, through, hash] = /^removed: ([1-9]\d{0,15}), through: ([1-9]\d{0,15}), hash: ([0-9a-f]{64})$/.exec(details) ?? [];
	return hash === void 0 ? void 0 : {
		removed: Number(removed),
		through: Number(through),
		hash
	};
};

// packages/verify/node_modules/@noble/hashes/_u64.js
const U32_MASK64 = /* @__PURE__ */ (() => BigInt(2 ** 32 - 1))();
const _32n = /* @__PURE__ */ BigInt(32);
function fromBig(n, le = false) {
	if (le) return {
		h: Number(n & U32_MASK64),
		l: Number(n >> _32n & U32_MASK64)
	};
	return {
		h: Number(n >> _32n & U32_MASK64) | 0,
		l: Number(n & U32_MASK64) | 0
	};
}
function split(lst, le = false) {
	const len = lst.length;
	let Ah = new Uint32Array(len);
	let Al = new Uint32Array(len);
	for (let i = 0; i < len; i++) {
		const { h, l } = fromBig(lst[i], le);
		[Ah[i], Al[i]] = [h, l];
	}
	return [Ah, Al];
}
const fromNumH = (n) => n / 2 ** 32 | 0;
const fromNumL = (n) => n >>> 0;
function setU64FromNum(view, byteOffset, n, isLE) {
	const h = fromNumH(n);
	const l = fromNumL(n);
	view.setUint32(byteOffset, isLE ? l : h, isLE);
	view.setUint32(byteOffset + 4, isLE ? h : l, isLE);
}
const shrSH = (h, _l, s) => h >>> s;
const shrSL = (h, l, s) => h << 32 - s | l >>> s;
const rotrSH = (h, l, s) => h >>> s | l << 32 - s;
const rotrSL = (h, l, s) => h << 32 - s | l >>> s;
const rotrBH = (h, l, s) => h << 64 - s | l >>> s - 32;
const rotrBL = (h, l, s) => h >>> s - 32 | l << 64 - s;
function add(Ah, Al, Bh, Bl) {
	const l = (Al >>> 0) + (Bl >>> 0);
	return {
		h: Ah + Bh + (l / 2 ** 32 | 0) | 0,
		l: l | 0
	};
}
const add3L = (Al, Bl, Cl) => (Al >>> 0) + (Bl >>> 0) + (Cl >>> 0);
const add3H = (low, Ah, Bh, Ch) => Ah + Bh + Ch + (low / 2 ** 32 | 0) | 0;
const add4L = (Al, Bl, Cl, Dl) => (Al >>> 0) + (Bl >>> 0) + (Cl >>> 0) + (Dl >>> 0);
const add4H = (low, Ah, Bh, Ch, Dh) => Ah + Bh + Ch + Dh + (low / 2 ** 32 | 0) | 0;
const add5L = (Al, Bl, Cl, Dl, El) => (Al >>> 0) + (Bl >>> 0) + (Cl >>> 0) + (Dl >>> 0) + (El >>> 0);
const add5H = (low, Ah, Bh, Ch, Dh, Eh) => Ah + Bh + Ch + Dh + Eh + (low / 2 ** 32 | 0) | 0;

// packages/verify/node_modules/@noble/hashes/utils.js
/**
* Checks if something is Uint8Array. Be careful: nodejs Buffer will return true.
* @param a - value to test
* @returns `true` when the value is a Uint8Array-compatible view.
* @example
* Check whether a value is a Uint8Array-compatible view.
* ```ts
* isBytes(new Uint8Array([1, 2, 3]));
* ```
*/
function isBytes$1(a) {
	return a instanceof Uint8Array || ArrayBuffer.isView(a) && a.constructor.name === "Uint8Array" && "BYTES_PER_ELEMENT" in a && a.BYTES_PER_ELEMENT === 1;
}
const atitle = (title) => title ? `"${title}" ` : "";
/**
* Asserts something is a non-negative integer.
* @param n - number to validate
* @param title - label included in thrown errors
* @returns The validated number.
* @throws On wrong argument types. {@link TypeError}
* @throws On wrong argument ranges or values. {@link RangeError}
* @example
* Validate a non-negative integer option.
* ```ts
* anumber(32, 'length');
* ```
*/
function anumber(n, title = "") {
	if (typeof n !== "number") throw new TypeError(atitle(title) + "expected number, got " + typeof n);
	if (!Number.isSafeInteger(n) || n < 0) throw new RangeError(atitle(title) + "expected integer >= 0, got " + n);
	return n;
}
/**
* Asserts something is Uint8Array.
* @param value - value to validate
* @param length - optional exact length constraint
* @param title - label included in thrown errors
* @returns The validated byte array.
* @throws On wrong argument types. {@link TypeError}
* @throws On wrong argument ranges or values. {@link RangeError}
* @example
* Validate that a value is a byte array.
* ```ts
* abytes(new Uint8Array([1, 2, 3]));
* ```
*/
function abytes$1(value, length, title = "") {
	if (isBytes$1(value) && (length === void 0 || value.length === length)) return value;
	if (length !== void 0) anumber(length, "length");
	const bytes = isBytes$1(value);
	const ofLen = length !== void 0 ? ` of length ${length}` : "";
	const got = bytes ? `length=${value.length}` : `type=${typeof value}`;
	const message = atitle(title) + "expected Uint8Array" + ofLen + ", got " + got;
	if (!bytes) throw new TypeError(message);
	throw new RangeError(message);
}
const aobject = (value, label) => {
	if (value === null || typeof value !== "object" || Array.isArray(value)) throw new TypeError((label === "object" ? "" : `"${label}" `) + "expected object, got type=" + typeof value);
};
const aopts = (value, label) => {
	aobject(value, label);
	const proto = Object.getPrototypeOf(value);
	if (proto !== Object.prototype && proto !== null) throw new TypeError(`"${label}" expected plain object`);
	if (Object.hasOwn(value, "__proto__")) throw new TypeError(`"${label}.__proto__" is not allowed`);
};
/**
* Asserts a hash instance has not been destroyed or finished.
* @param instance - hash instance to validate
* @param checkFinished - whether to reject finalized instances
* @throws If the hash instance has already been destroyed or finalized. {@link Error}
* @example
* Validate that a hash instance is still usable.
* ```ts
* import { aexists } from '@noble/hashes/utils.js';
* import { sha256 } from '@noble/hashes/sha2.js';
* const hash = sha256.create();
* aexists(hash);
* ```
*/
function aexists(instance, checkFinished = true) {
	if (instance.destroyed) throw new Error("hash was destroyed");
	if (checkFinished && instance.finished) throw new Error("digest() was already called");
}
/**
* Asserts output is a sufficiently-sized byte array.
* @param out - destination buffer
* @param instance - hash instance providing output length
* Oversized buffers are allowed; downstream code only promises to fill the first `outputLen` bytes.
* @throws On wrong argument types. {@link TypeError}
* @throws On wrong argument ranges or values. {@link RangeError}
* @example
* Validate a caller-provided digest buffer.
* ```ts
* import { aoutput } from '@noble/hashes/utils.js';
* import { sha256 } from '@noble/hashes/sha2.js';
* const hash = sha256.create();
* aoutput(new Uint8Array(hash.outputLen), hash);
* ```
*/
function aoutput(out, instance) {
	abytes$1(out, void 0, "output");
	const min = instance.outputLen;
	if (!(out.length >= min)) throw new RangeError("\"output\" expected length >= " + min);
}
/**
* Zeroizes typed arrays in place. Warning: JS provides no guarantees.
* @param arrays - arrays to overwrite with zeros
* @example
* Zeroize sensitive buffers in place.
* ```ts
* clean(new Uint8Array([1, 2, 3]));
* ```
*/
function clean(...arrays) {
	for (let i = 0; i < arrays.length; i++) arrays[i].fill(0);
}
/**
* Creates a DataView for byte-level manipulation.
* @param arr - source typed array
* @returns DataView over the same buffer region.
* @example
* Create a DataView over an existing buffer.
* ```ts
* createView(new Uint8Array(4));
* ```
*/
function createView(arr) {
	return new DataView(arr.buffer, arr.byteOffset, arr.byteLength);
}
/**
* Rotate-right operation for uint32 values.
* @param word - source word
* @param shift - shift amount in bits
* @returns Rotated word.
* @example
* Rotate a 32-bit word to the right.
* ```ts
* rotr(0x12345678, 8);
* ```
*/
function rotr(word, shift) {
	return word << 32 - shift | word >>> shift;
}
const hasHexBuiltin = /* @__PURE__ */ (() => typeof Uint8Array.from([]).toHex === "function" && typeof Uint8Array.fromHex === "function")();
const hexes = /* @__PURE__ */ Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, "0"));
/**
* Convert byte array to hex string.
* Uses the built-in function when available and assumes it matches the tested
* fallback semantics.
* @param bytes - bytes to encode
* @returns Lowercase hexadecimal string.
* @throws On wrong argument types. {@link TypeError}
* @example
* Convert bytes to lowercase hexadecimal.
* ```ts
* bytesToHex(Uint8Array.from([0xca, 0xfe, 0x01, 0x23])); // 'cafe0123'
* ```
*/
function bytesToHex$1(bytes) {
	abytes$1(bytes);
	if (hasHexBuiltin) return bytes.toHex();
	let hex = "";
	for (let i = 0; i < bytes.length; i++) hex += hexes[bytes[i]];
	return hex;
}
/**
* Merges default options and passed options.
* @param defaults - base option object
* @param opts - user overrides
* @param title - label included in thrown override errors
* @returns Fresh merged option object with a null prototype.
* @throws On wrong argument types. {@link TypeError}
* @example
* Merge user overrides onto default options.
* ```ts
* checkOpts({ dkLen: 32 }, { asyncTick: 10 });
* ```
*/
function checkOpts(defaults, opts, title = "opts") {
	aopts(defaults, "defaults");
	if (opts !== void 0) aopts(opts, title);
	return Object.assign(Object.create(null), defaults, opts);
}
/**
* Creates a callable hash function from a stateful class constructor.
* @param hashCons - hash constructor or factory
* @param info - optional metadata such as DER OID
* @returns Frozen callable hash wrapper with `.create()`.
*   Wrapper construction eagerly calls `hashCons(undefined)` once to read
*   `outputLen` / `blockLen`, so constructor side effects happen at module
*   init time.
* @throws On wrong argument types. {@link TypeError}
* @example
* Wrap a stateful hash constructor into a callable helper.
* ```ts
* import { createHasher } from '@noble/hashes/utils.js';
* import { sha256 } from '@noble/hashes/sha2.js';
* const wrapped = createHasher(sha256.create, { oid: sha256.oid });
* wrapped(new Uint8Array([1]));
* ```
*/
function createHasher(hashCons, info = {}) {
	if (typeof hashCons !== "function") throw new TypeError("\"hashCons\" expected function, got type=" + typeof hashCons);
	info = checkOpts({}, info, "info");
	const hashC = (msg, opts) => hashCons(opts).update(msg).digest();
	const tmp = hashCons(void 0);
	hashC.outputLen = tmp.outputLen;
	hashC.blockLen = tmp.blockLen;
	hashC.canXOF = tmp.canXOF;
	hashC.create = (opts) => hashCons(opts);
	Object.assign(hashC, info);
	return Object.freeze(hashC);
}
/**
* Creates OID metadata for NIST hashes with prefix `06 09 60 86 48 01 65 03 04 02`.
* @param suffix - final OID byte for the selected hash.
*   The helper accepts any byte even though only the documented NIST hash
*   suffixes are meaningful downstream.
* @returns Object containing the DER-encoded OID.
* @example
* Build OID metadata for a NIST hash.
* ```ts
* oidNist(0x01);
* ```
*/
const oidNist = (suffix) => ({ oid: Uint8Array.from([
	6,
	9,
	96,
	134,
	72,
	1,
	101,
	3,
	4,
	2,
	suffix
]) });

// packages/verify/node_modules/@noble/hashes/_md.js
/**
* Internal Merkle-Damgard hash utils.
* @module
*/
/**
* Shared 32-bit conditional boolean primitive reused by SHA-256, SHA-1, and MD5 `F`.
* Returns bits from `b` when `a` is set, otherwise from `c`.
* The XOR form is equivalent to MD5's `F(X,Y,Z) = XY v not(X)Z` because the masked terms never
* set the same bit.
* @param a - selector word
* @param b - word chosen when selector bit is set
* @param c - word chosen when selector bit is clear
* @returns Mixed 32-bit word.
* @example
* Combine three words with the shared 32-bit choice primitive.
* ```ts
* Chi(0xffffffff, 0x12345678, 0x87654321);
* ```
*/
function Chi(a, b, c) {
	return a & b ^ ~a & c;
}
/**
* Shared 32-bit majority primitive reused by SHA-256 and SHA-1.
* Returns bits shared by at least two inputs.
* @param a - first input word
* @param b - second input word
* @param c - third input word
* @returns Mixed 32-bit word.
* @example
* Combine three words with the shared 32-bit majority primitive.
* ```ts
* Maj(0xffffffff, 0x12345678, 0x87654321);
* ```
*/
function Maj(a, b, c) {
	return a & b ^ a & c ^ b & c;
}
/**
* Merkle-Damgard hash construction base class.
* Could be used to create MD5, RIPEMD, SHA1, SHA2.
* Accepts only byte-aligned `Uint8Array` input, even when the underlying spec describes bit
* strings with partial-byte tails.
* @param blockLen - internal block size in bytes
* @param outputLen - digest size in bytes
* @param padOffset - trailing length field size in bytes
* @param isLE - whether length and state words are encoded in little-endian
* @example
* Use a concrete subclass to get the shared Merkle-Damgard update/digest flow.
* ```ts
* import { _SHA1 } from '@noble/hashes/legacy.js';
* const hash = new _SHA1();
* hash.update(new Uint8Array([97, 98, 99]));
* hash.digest();
* ```
*/
var HashMD = class {
	blockLen;
	outputLen;
	canXOF = false;
	padOffset;
	isLE;
	buffer;
	view;
	finished = false;
	length = 0;
	pos = 0;
	destroyed = false;
	constructor(blockLen, outputLen, padOffset, isLE) {
		this.blockLen = blockLen;
		this.outputLen = outputLen;
		this.padOffset = padOffset;
		this.isLE = isLE;
		this.buffer = new Uint8Array(blockLen);
		this.view = createView(this.buffer);
	}
	update(data) {
		aexists(this);
		abytes$1(data);
		const { view, buffer, blockLen } = this;
		const len = data.length;
		let processed = false;
		for (let pos = 0; pos < len;) {
			const take = Math.min(blockLen - this.pos, len - pos);
			if (take === blockLen) {
				const dataView = createView(data);
				for (; blockLen <= len - pos; pos += blockLen) this.process(dataView, pos);
				processed = true;
				continue;
			}
			buffer.set(pos === 0 && take === len ? data : data.subarray(pos, pos + take), this.pos);
			this.pos += take;
			pos += take;
			if (this.pos === blockLen) {
				this.process(view, 0);
				this.pos = 0;
				processed = true;
			}
		}
		this.length += data.length;
		if (processed) this.roundClean();
		return this;
	}
	digestInto(out) {
		aexists(this);
		aoutput(out, this);
		this.finished = true;
		const { buffer, view, blockLen, isLE } = this;
		let { pos } = this;
		buffer[pos++] = 128;
		buffer.fill(0, pos);
		if (this.padOffset > blockLen - pos) {
			this.process(view, 0);
			buffer.fill(0);
		}
		setU64FromNum(view, blockLen - 8, this.length * 8, isLE);
		this.process(view, 0);
		this.roundClean();
		const oview = out === buffer ? view : createView(out);
		const len = this.outputLen;
		const outLen = len / 4;
		const state = this.get();
		if (len % 4 || outLen > state.length) throw new Error("invalid outputLen");
		for (let i = 0; i < outLen; i++) oview.setUint32(4 * i, state[i], isLE);
	}
	digest() {
		const { buffer, outputLen } = this;
		this.digestInto(buffer);
		const res = buffer.slice(0, outputLen);
		this.destroy();
		return res;
	}
	_cloneIntoMeta(to) {
		const { buffer, length, finished, destroyed, pos } = this;
		to.destroyed = destroyed;
		to.finished = finished;
		to.length = length;
		to.pos = pos;
		if (pos) to.buffer.set(buffer);
		return to;
	}
	clone() {
		return this._cloneInto();
	}
};
/**
* Initial SHA-2 state: fractional parts of square roots of first 16 primes 2..53.
* Check out `test/misc/sha2-gen-iv.js` for recomputation guide.
*/
/** Initial SHA256 state from RFC 6234 §6.1: the first 32 bits of the fractional parts of the
* square roots of the first eight prime numbers. Exported as a shared table; callers must treat
* it as read-only because constructors copy words from it by index. */
const SHA256_IV = /* @__PURE__ */ Uint32Array.from([
	1779033703,
	3144134277,
	1013904242,
	2773480762,
	1359893119,
	2600822924,
	528734635,
	1541459225
]);
/** Initial SHA512 state from RFC 6234 §6.3: eight RFC 64-bit `H(0)` words stored as sixteen
* big-endian 32-bit halves. Derived from the fractional parts of the square roots of the first
* eight prime numbers. Exported as a shared table; callers must treat it as read-only because
* constructors copy halves from it by index. */
const SHA512_IV = /* @__PURE__ */ Uint32Array.from([
	1779033703,
	4089235720,
	3144134277,
	2227873595,
	1013904242,
	4271175723,
	2773480762,
	1595750129,
	1359893119,
	2917565137,
	2600822924,
	725511199,
	528734635,
	4215389547,
	1541459225,
	327033209
]);

// packages/verify/node_modules/@noble/hashes/sha2.js
/**
* SHA2 hash function. A.k.a. sha256, sha384, sha512, sha512_224, sha512_256.
* SHA256 is the fastest hash implementable in JS, even faster than Blake3.
* Check out {@link https://www.rfc-editor.org/rfc/rfc4634 | RFC 4634} and
* {@link https://nvlpubs.nist.gov/nistpubs/FIPS/NIST.FIPS.180-4.pdf | FIPS 180-4}.
* @module
*/
/**
* SHA-224 / SHA-256 round constants from RFC 6234 §5.1: the first 32 bits
* of the cube roots of the first 64 primes (2..311).
*/
const SHA256_K = /* @__PURE__ */ Uint32Array.from([
	1116352408,
	1899447441,
	3049323471,
	3921009573,
	961987163,
	1508970993,
	2453635748,
	2870763221,
	3624381080,
	310598401,
	607225278,
	1426881987,
	1925078388,
	2162078206,
	2614888103,
	3248222580,
	3835390401,
	4022224774,
	264347078,
	604807628,
	770255983,
	1249150122,
	1555081692,
	1996064986,
	2554220882,
	2821834349,
	2952996808,
	3210313671,
	3336571891,
	3584528711,
	113926993,
	338241895,
	666307205,
	773529912,
	1294757372,
	1396182291,
	1695183700,
	1986661051,
	2177026350,
	2456956037,
	2730485921,
	2820302411,
	3259730800,
	3345764771,
	3516065817,
	3600352804,
	4094571909,
	275423344,
	430227734,
	506948616,
	659060556,
	883997877,
	958139571,
	1322822218,
	1537002063,
	1747873779,
	1955562222,
	2024104815,
	2227730452,
	2361852424,
	2428436474,
	2756734187,
	3204031479,
	3329325298
]);
/** Reusable SHA-224 / SHA-256 message schedule buffer `W_t` from RFC 6234 §6.2 step 1. */
const SHA256_W = /* @__PURE__ */ new Uint32Array(64);
/** Internal SHA-224 / SHA-256 compression engine from RFC 6234 §6.2. */
var SHA2_32B = class extends HashMD {
	A = 0;
	B = 0;
	C = 0;
	D = 0;
	E = 0;
	F = 0;
	G = 0;
	H = 0;
	constructor(outputLen, IV) {
		super(64, outputLen, 8, false);
		this.A = IV[0] | 0;
		this.B = IV[1] | 0;
		this.C = IV[2] | 0;
		this.D = IV[3] | 0;
		this.E = IV[4] | 0;
		this.F = IV[5] | 0;
		this.G = IV[6] | 0;
		this.H = IV[7] | 0;
	}
	get() {
		const { A, B, C, D, E, F, G, H } = this;
		return [
			A,
			B,
			C,
			D,
			E,
			F,
			G,
			H
		];
	}
	set(A, B, C, D, E, F, G, H) {
		this.A = A | 0;
		this.B = B | 0;
		this.C = C | 0;
		this.D = D | 0;
		this.E = E | 0;
		this.F = F | 0;
		this.G = G | 0;
		this.H = H | 0;
	}
	_cloneInto(to) {
		(to ||= new this.constructor()).set(...this.get());
		return this._cloneIntoMeta(to);
	}
	process(view, offset) {
		for (let i = 0; i < 16; i++, offset += 4) SHA256_W[i] = view.getUint32(offset, false);
		for (let i = 16; i < 64; i++) {
			const W15 = SHA256_W[i - 15];
			const W2 = SHA256_W[i - 2];
			const s0 = rotr(W15, 7) ^ rotr(W15, 18) ^ W15 >>> 3;
			const s1 = rotr(W2, 17) ^ rotr(W2, 19) ^ W2 >>> 10;
			SHA256_W[i] = s1 + SHA256_W[i - 7] + s0 + SHA256_W[i - 16] | 0;
		}
		let { A, B, C, D, E, F, G, H } = this;
		for (let i = 0; i < 64; i++) {
			const sigma1 = rotr(E, 6) ^ rotr(E, 11) ^ rotr(E, 25);
			const T1 = H + sigma1 + Chi(E, F, G) + SHA256_K[i] + SHA256_W[i] | 0;
			const T2 = (rotr(A, 2) ^ rotr(A, 13) ^ rotr(A, 22)) + Maj(A, B, C) | 0;
			H = G;
			G = F;
			F = E;
			E = D + T1 | 0;
			D = C;
			C = B;
			B = A;
			A = T1 + T2 | 0;
		}
		A = A + this.A | 0;
		B = B + this.B | 0;
		C = C + this.C | 0;
		D = D + this.D | 0;
		E = E + this.E | 0;
		F = F + this.F | 0;
		G = G + this.G | 0;
		H = H + this.H | 0;
		this.set(A, B, C, D, E, F, G, H);
	}
	roundClean() {
		clean(SHA256_W);
	}
	destroy() {
		this.destroyed = true;
		this.set(0, 0, 0, 0, 0, 0, 0, 0);
		clean(this.buffer);
	}
};
/** Internal SHA-256 hash class grounded in RFC 6234 §6.2. */
var _SHA256 = class extends SHA2_32B {
	constructor() {
		super(32, SHA256_IV);
	}
};
const K512 = /* @__PURE__ */ (() => split([
	"0x428a2f98d728ae22",
	"0x7137449123ef65cd",
	"0xb5c0fbcfec4d3b2f",
	"0xe9b5dba58189dbbc",
	"0x3956c25bf348b538",
	"0x59f111f1b605d019",
	"0x923f82a4af194f9b",
	"0xab1c5ed5da6d8118",
	"0xd807aa98a3030242",
	"0x12835b0145706fbe",
	"0x243185be4ee4b28c",
	"0x550c7dc3d5ffb4e2",
	"0x72be5d74f27b896f",
	"0x80deb1fe3b1696b1",
	"0x9bdc06a725c71235",
	"0xc19bf174cf692694",
	"0xe49b69c19ef14ad2",
	"0xefbe4786384f25e3",
	"0x0fc19dc68b8cd5b5",
	"0x240ca1cc77ac9c65",
	"0x2de92c6f592b0275",
	"0x4a7484aa6ea6e483",
	"0x5cb0a9dcbd41fbd4",
	"0x76f988da831153b5",
	"0x983e5152ee66dfab",
	"0xa831c66d2db43210",
	"0xb00327c898fb213f",
	"0xbf597fc7beef0ee4",
	"0xc6e00bf33da88fc2",
	"0xd5a79147930aa725",
	"0x06ca6351e003826f",
	"0x142929670a0e6e70",
	"0x27b70a8546d22ffc",
	"0x2e1b21385c26c926",
	"0x4d2c6dfc5ac42aed",
	"0x53380d139d95b3df",
	"0x650a73548baf63de",
	"0x766a0abb3c77b2a8",
	"0x81c2c92e47edaee6",
	"0x92722c851482353b",
	"0xa2bfe8a14cf10364",
	"0xa81a664bbc423001",
	"0xc24b8b70d0f89791",
	"0xc76c51a30654be30",
	"0xd192e819d6ef5218",
	"0xd69906245565a910",
	"0xf40e35855771202a",
	"0x106aa07032bbd1b8",
	"0x19a4c116b8d2d0c8",
	"0x1e376c085141ab53",
	"0x2748774cdf8eeb99",
	"0x34b0bcb5e19b48a8",
	"0x391c0cb3c5c95a63",
	"0x4ed8aa4ae3418acb",
	"0x5b9cca4f7763e373",
	"0x682e6ff3d6b2b8a3",
	"0x748f82ee5defb2fc",
	"0x78a5636f43172f60",
	"0x84c87814a1f0ab72",
	"0x8cc702081a6439ec",
	"0x90befffa23631e28",
	"0xa4506cebde82bde9",
	"0xbef9a3f7b2c67915",
	"0xc67178f2e372532b",
	"0xca273eceea26619c",
	"0xd186b8c721c0c207",
	"0xeada7dd6cde0eb1e",
	"0xf57d4f7fee6ed178",
	"0x06f067aa72176fba",
	"0x0a637dc5a2c898a6",
	"0x113f9804bef90dae",
	"0x1b710b35131c471b",
	"0x28db77f523047d84",
	"0x32caab7b40c72493",
	"0x3c9ebe0a15c9bebc",
	"0x431d67c49c100d4c",
	"0x4cc5d4becb3e42b6",
	"0x597f299cfc657e2a",
	"0x5fcb6fab3ad6faec",
	"0x6c44198c4a475817"
].map((n) => BigInt(n))))();
const SHA512_Kh = /* @__PURE__ */ (() => K512[0])();
const SHA512_Kl = /* @__PURE__ */ (() => K512[1])();
const SHA512_W_H = /* @__PURE__ */ new Uint32Array(80);
const SHA512_W_L = /* @__PURE__ */ new Uint32Array(80);
/** Internal SHA-384 / SHA-512 compression engine from RFC 6234 §6.4. */
var SHA2_64B = class extends HashMD {
	Ah = 0;
	Al = 0;
	Bh = 0;
	Bl = 0;
	Ch = 0;
	Cl = 0;
	Dh = 0;
	Dl = 0;
	Eh = 0;
	El = 0;
	Fh = 0;
	Fl = 0;
	Gh = 0;
	Gl = 0;
	Hh = 0;
	Hl = 0;
	constructor(outputLen, IV) {
		super(128, outputLen, 16, false);
		this.Ah = IV[0] | 0;
		this.Al = IV[1] | 0;
		this.Bh = IV[2] | 0;
		this.Bl = IV[3] | 0;
		this.Ch = IV[4] | 0;
		this.Cl = IV[5] | 0;
		this.Dh = IV[6] | 0;
		this.Dl = IV[7] | 0;
		this.Eh = IV[8] | 0;
		this.El = IV[9] | 0;
		this.Fh = IV[10] | 0;
		this.Fl = IV[11] | 0;
		this.Gh = IV[12] | 0;
		this.Gl = IV[13] | 0;
		this.Hh = IV[14] | 0;
		this.Hl = IV[15] | 0;
	}
	get() {
		const { Ah, Al, Bh, Bl, Ch, Cl, Dh, Dl, Eh, El, Fh, Fl, Gh, Gl, Hh, Hl } = this;
		return [
			Ah,
			Al,
			Bh,
			Bl,
			Ch,
			Cl,
			Dh,
			Dl,
			Eh,
			El,
			Fh,
			Fl,
			Gh,
			Gl,
			Hh,
			Hl
		];
	}
	set(Ah, Al, Bh, Bl, Ch, Cl, Dh, Dl, Eh, El, Fh, Fl, Gh, Gl, Hh, Hl) {
		this.Ah = Ah | 0;
		this.Al = Al | 0;
		this.Bh = Bh | 0;
		this.Bl = Bl | 0;
		this.Ch = Ch | 0;
		this.Cl = Cl | 0;
		this.Dh = Dh | 0;
		this.Dl = Dl | 0;
		this.Eh = Eh | 0;
		this.El = El | 0;
		this.Fh = Fh | 0;
		this.Fl = Fl | 0;
		this.Gh = Gh | 0;
		this.Gl = Gl | 0;
		this.Hh = Hh | 0;
		this.Hl = Hl | 0;
	}
	_cloneInto(to) {
		(to ||= new this.constructor()).set(...this.get());
		return this._cloneIntoMeta(to);
	}
	process(view, offset) {
		for (let i = 0; i < 16; i++, offset += 4) {
			SHA512_W_H[i] = view.getUint32(offset);
			SHA512_W_L[i] = view.getUint32(offset += 4);
		}
		for (let i = 16; i < 80; i++) {
			const W15h = SHA512_W_H[i - 15] | 0;
			const W15l = SHA512_W_L[i - 15] | 0;
			const s0h = rotrSH(W15h, W15l, 1) ^ rotrSH(W15h, W15l, 8) ^ shrSH(W15h, W15l, 7);
			const s0l = rotrSL(W15h, W15l, 1) ^ rotrSL(W15h, W15l, 8) ^ shrSL(W15h, W15l, 7);
			const W2h = SHA512_W_H[i - 2] | 0;
			const W2l = SHA512_W_L[i - 2] | 0;
			const s1h = rotrSH(W2h, W2l, 19) ^ rotrBH(W2h, W2l, 61) ^ shrSH(W2h, W2l, 6);
			const s1l = rotrSL(W2h, W2l, 19) ^ rotrBL(W2h, W2l, 61) ^ shrSL(W2h, W2l, 6);
			const SUMl = add4L(s0l, s1l, SHA512_W_L[i - 7], SHA512_W_L[i - 16]);
			const SUMh = add4H(SUMl, s0h, s1h, SHA512_W_H[i - 7], SHA512_W_H[i - 16]);
			SHA512_W_H[i] = SUMh | 0;
			SHA512_W_L[i] = SUMl | 0;
		}
		let { Ah, Al, Bh, Bl, Ch, Cl, Dh, Dl, Eh, El, Fh, Fl, Gh, Gl, Hh, Hl } = this;
		for (let i = 0; i < 80; i++) {
			const sigma1h = rotrSH(Eh, El, 14) ^ rotrSH(Eh, El, 18) ^ rotrBH(Eh, El, 41);
			const sigma1l = rotrSL(Eh, El, 14) ^ rotrSL(Eh, El, 18) ^ rotrBL(Eh, El, 41);
			const CHIh = Eh & Fh ^ ~Eh & Gh;
			const CHIl = El & Fl ^ ~El & Gl;
			const T1ll = add5L(Hl, sigma1l, CHIl, SHA512_Kl[i], SHA512_W_L[i]);
			const T1h = add5H(T1ll, Hh, sigma1h, CHIh, SHA512_Kh[i], SHA512_W_H[i]);
			const T1l = T1ll | 0;
			const sigma0h = rotrSH(Ah, Al, 28) ^ rotrBH(Ah, Al, 34) ^ rotrBH(Ah, Al, 39);
			const sigma0l = rotrSL(Ah, Al, 28) ^ rotrBL(Ah, Al, 34) ^ rotrBL(Ah, Al, 39);
			const MAJh = Ah & Bh ^ Ah & Ch ^ Bh & Ch;
			const MAJl = Al & Bl ^ Al & Cl ^ Bl & Cl;
			Hh = Gh | 0;
			Hl = Gl | 0;
			Gh = Fh | 0;
			Gl = Fl | 0;
			Fh = Eh | 0;
			Fl = El | 0;
			({h: Eh, l: El} = add(Dh | 0, Dl | 0, T1h | 0, T1l | 0));
			Dh = Ch | 0;
			Dl = Cl | 0;
			Ch = Bh | 0;
			Cl = Bl | 0;
			Bh = Ah | 0;
			Bl = Al | 0;
			const All = add3L(T1l, sigma0l, MAJl);
			Ah = add3H(All, T1h, sigma0h, MAJh);
			Al = All | 0;
		}
		({h: Ah, l: Al} = add(this.Ah | 0, this.Al | 0, Ah | 0, Al | 0));
		({h: Bh, l: Bl} = add(this.Bh | 0, this.Bl | 0, Bh | 0, Bl | 0));
		({h: Ch, l: Cl} = add(this.Ch | 0, this.Cl | 0, Ch | 0, Cl | 0));
		({h: Dh, l: Dl} = add(this.Dh | 0, this.Dl | 0, Dh | 0, Dl | 0));
		({h: Eh, l: El} = add(this.Eh | 0, this.El | 0, Eh | 0, El | 0));
		({h: Fh, l: Fl} = add(this.Fh | 0, this.Fl | 0, Fh | 0, Fl | 0));
		({h: Gh, l: Gl} = add(this.Gh | 0, this.Gl | 0, Gh | 0, Gl | 0));
		({h: Hh, l: Hl} = add(this.Hh | 0, this.Hl | 0, Hh | 0, Hl | 0));
		this.set(Ah, Al, Bh, Bl, Ch, Cl, Dh, Dl, Eh, El, Fh, Fl, Gh, Gl, Hh, Hl);
	}
	roundClean() {
		clean(SHA512_W_H, SHA512_W_L);
	}
	destroy() {
		this.destroyed = true;
		clean(this.buffer);
		this.set(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
	}
};
/** Internal SHA-512 hash class grounded in RFC 6234 §6.3 and §6.4. */
var _SHA512 = class extends SHA2_64B {
	constructor() {
		super(64, SHA512_IV);
	}
};
/**
* SHA2-256 hash function from RFC 4634. In JS it's the fastest: even faster than Blake3. Some info:
*
* - Trying 2^128 hashes would get 50% chance of collision, using birthday attack.
* - BTC network is doing 2^70 hashes/sec (2^95 hashes/year) as per 2025.
* - Each sha256 hash is executing 2^18 bit operations.
* - Good 2024 ASICs can do 200Th/sec with 3500 watts of power, corresponding to 2^36 hashes/joule.
* @param msg - message bytes to hash
* @param opts - Reserved hash options.
* @returns Digest bytes.
* @example
* Hash a message with SHA2-256.
* ```ts
* sha256(new Uint8Array([97, 98, 99]));
* ```
*/
const sha256 = /* @__PURE__ */ createHasher(() => new _SHA256(), /* @__PURE__ */ oidNist(1));
/**
* SHA2-512 hash function from RFC 4634.
* @param msg - message bytes to hash
* @param opts - Reserved hash options.
* @returns Digest bytes.
* @example
* Hash a message with SHA2-512.
* ```ts
* sha512(new Uint8Array([97, 98, 99]));
* ```
*/
const sha512 = /* @__PURE__ */ createHasher(() => new _SHA512(), /* @__PURE__ */ oidNist(3));

// packages/verify/src/bytes.ts
const encoder = new TextEncoder();
const utf8 = (text) => encoder.encode(text);
/** Lower-case hex SHA-256 of the bytes, or of the text's UTF-8. */
const sha256Hex = (input) => bytesToHex$1(sha256(typeof input === "string" ? utf8(input) : input));
/** The text, without a byte order mark; undefined when the bytes are not UTF-8. */
const textOf = (bytes) => {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		return;
	}
};
/** Standard base64 in its one spelling; line breaks around it are let through. Undefined for anything else. */
const bytesOfBase64 = (text) => {
	const trimmed = text.trim();
	if (trimmed.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(trimmed)) return void 0;
	const binary = atob(trimmed);
	if (btoa(binary) !== trimmed) return void 0;
	return Uint8Array.from(binary, (digit) => digit.charCodeAt(0));
};
const sameBytes = (a, b) => a.length === b.length && a.every((byte, index) => byte === b[index]);

// packages/verify/src/json.ts
const deepest = 32;
/** A string from its opening quote on: the index behind its closing one, or -1. */
const endOfString = (text, start) => {
	for (let at = text.indexOf("\"", start + 1); at !== -1; at = text.indexOf("\"", at + 1)) {
		let slashes = 0;
		while (text.charCodeAt(at - 1 - slashes) === 92) slashes += 1;
		if (slashes % 2 === 0) return at + 1;
	}
	return -1;
};
/**
* Why the text says two things at once or nests too deep; undefined when it does neither. Two fields of one name are
* read differently by different programs, so that one could be checked and another one shown.
*/
const ambiguity = (text) => {
	const open = [];
	const token = /["[\]{}]/g;
	const colon = /\s*:/y;
	for (let match = token.exec(text); match !== null; match = token.exec(text)) {
		const at = match.index;
		if (match[0] === "]" || match[0] === "}") open.pop();
		else if (match[0] !== "\"") {
			open.push(match[0] === "{" ? /* @__PURE__ */ new Set() : void 0);
			if (open.length > deepest) return `It is nested more than ${deepest} deep.`;
		} else {
			const end = endOfString(text, at);
			if (end === -1) return "It is not whole JSON: a text in it does not end.";
			token.lastIndex = end;
			const names = open.at(-1);
			colon.lastIndex = end;
			if (names !== void 0 && colon.test(text)) {
				const written = text.slice(at, end);
				const name = written.includes("\\") ? String(JSON.parse(written)) : written.slice(1, -1);
				if (names.has(name)) return `The field "${name.slice(0, 60)}" stands twice in one place, so it can be read in two ways.`;
				names.add(name);
			}
		}
	}
};
/** Parses JSON that has one meaning only. */
const readJson = (text) => {
	let value;
	try {
		const why = ambiguity(text);
		if (why !== void 0) return {
			_tag: "NotJson",
			why
		};
		value = JSON.parse(text);
	} catch {
		return {
			_tag: "NotJson",
			why: "It is not whole JSON: it is damaged, cut short, or another kind of file."
		};
	}
	return {
		_tag: "Json",
		value
	};
};
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** The field, if the object itself has it: never one that it inherits. */
const field = (object, name) => Object.hasOwn(object, name) ? object[name] : void 0;
const textField = (object, name) => {
	const value = field(object, name);
	return typeof value === "string" ? value : void 0;
};

// packages/verify/src/rows.ts
const isHash = (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
const isId = (value) => typeof value === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
const isTime = (value) => typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) && !Number.isNaN(Date.parse(value));
const isSeq = (value) => typeof value === "number" && Number.isSafeInteger(value) && value >= 1;
const isText = (value) => typeof value === "string";
const isActor = (value) => value === null || isId(value);
const fields = {
	org_id: isId,
	seq: isSeq,
	id: isId,
	created_at: isTime,
	actor_id: isActor,
	action: isText,
	target: isText,
	details: isText,
	content_hash: isHash,
	prev_hash: isHash,
	entry_hash: isHash
};
const malformed = (item, wrong) => {
	if (!isObject(item)) return { wrong };
	const seq = field(item, "seq");
	const id = textField(item, "id");
	return {
		wrong,
		...isSeq(seq) ? { seq } : {},
		...id === void 0 ? {} : { id: id.slice(0, 36) }
	};
};
const readRow = (item) => {
	if (!isObject(item)) return malformed(item, "is no entry at all");
	const orgId = field(item, "org_id");
	const seq = field(item, "seq");
	const id = field(item, "id");
	const createdAt = field(item, "created_at");
	const actorId = field(item, "actor_id");
	const action = field(item, "action");
	const target = field(item, "target");
	const details = field(item, "details");
	const contentHash = field(item, "content_hash");
	const prevHash = field(item, "prev_hash");
	const entryHash = field(item, "entry_hash");
	return isId(orgId) && isSeq(seq) && isId(id) && isTime(createdAt) && isActor(actorId) && isText(action) && isText(target) && isText(details) && isHash(contentHash) && isHash(prevHash) && isHash(entryHash) ? {
		orgId,
		seq,
		id,
		createdAt,
		actorId,
		action,
		target,
		details,
		contentHash,
		prevHash,
		entryHash
	} : malformed(item, `has no proper ${Object.entries(fields).filter(([name, holds]) => !holds(field(item, name))).map(([name]) => name).join(", ")}`);
};
const readLink = (item) => {
	if (!isObject(item)) return malformed(item, "is no link at all");
	const seq = field(item, "seq");
	const contentHash = field(item, "content_hash");
	const entryHash = field(item, "entry_hash");
	return isSeq(seq) && isHash(contentHash) && isHash(entryHash) ? {
		seq,
		contentHash,
		entryHash
	} : malformed(item, "has no proper seq, content_hash or entry_hash");
};
const entryHashOf = (orgId, seq, contentHash, prevHash) => sha256Hex(linkLines({
	orgId,
	seq,
	contentHash,
	prevHash
}));
/** The row's own two hashes, made anew. `hashes` are those that its successor may name as its predecessor. */
const judgeRow = (row) => {
	const contentHash = sha256Hex(contentLines(row));
	const contentHolds = contentHash === row.contentHash;
	const entryHash = entryHashOf(row.orgId, row.seq, row.contentHash, row.prevHash);
	if (entryHash === row.entryHash) return {
		contentHolds,
		linkHolds: true,
		hashes: [row.entryHash]
	};
	return {
		contentHolds,
		linkHolds: !contentHolds && entryHashOf(row.orgId, row.seq, contentHash, row.prevHash) === row.entryHash,
		hashes: [row.entryHash, entryHash]
	};
};

// packages/verify/src/anchors-read.ts
const readAnchor = (file, item, pageOrg) => {
	if (!isObject(item)) return void 0;
	const orgId = textField(item, "org_id") ?? pageOrg;
	const entryId = field(item, "entry_id");
	const entryHash = field(item, "entry_hash");
	const entryCreatedAt = field(item, "entry_created_at");
	const anchoredAt = field(item, "anchored_at");
	const seq = field(item, "seq");
	const signature = field(item, "signature") ?? null;
	const keyId = field(item, "key_id") ?? null;
	return (orgId === void 0 || isId(orgId)) && isId(entryId) && isHash(entryHash) && isTime(entryCreatedAt) && isTime(anchoredAt) && (seq === void 0 || isSeq(seq)) && (signature === null || typeof signature === "string") && (keyId === null || typeof keyId === "string") ? {
		file,
		id: textField(item, "id"),
		orgId,
		entryId,
		entryHash,
		entryCreatedAt,
		anchoredAt,
		seq,
		signature,
		keyId
	} : void 0;
};
const listOf = (value) => Array.isArray(value) ? value : [];
/** The anchors of a page of anchors, of the published file (those contradicted by a later log included) or of a bare list. */
const readAnchors = (file, page, findings) => {
	const pageOrg = isObject(page) ? textField(page, "org_id") : void 0;
	return (isObject(page) ? [...listOf(field(page, "anchors")), ...listOf(field(page, "contradicted"))] : listOf(page)).flatMap((item, index) => {
		const anchor = readAnchor(file, item, pageOrg);
		if (anchor === void 0 || pageOrg !== void 0 && anchor.orgId !== pageOrg) {
			findings.failed(`The anchor at place ${index + 1} is not as the service writes anchors.`, anchor === void 0 ? "A field of it is missing or malformed." : "It belongs to another organisation than its page.", { file });
			return [];
		}
		return [anchor];
	});
};
const judge = (anchor, orgId, keys) => {
	if (anchor.signature === null) return {
		...anchor,
		orgId,
		standing: "unsigned"
	};
	const signature = bytesOfBase64(anchor.signature);
	if (signature?.length !== 64) return {
		...anchor,
		orgId,
		standing: "bad"
	};
	const message = utf8(anchorLines({
		...anchor,
		orgId
	}));
	return {
		...anchor,
		orgId,
		standing: keys.judge(signature, message, anchor.keyId).standing
	};
};
const judged = /* @__PURE__ */ new WeakMap();
/** How the anchor's signature stands, as an anchor of this organisation. The keys of a run must be known by then. */
const judgeAnchor = (anchor, orgId, keys) => {
	const known = judged.get(anchor);
	if (known?.orgId === orgId) return known;
	const made = judge(anchor, orgId, keys);
	judged.set(anchor, made);
	return made;
};

// packages/verify/src/anchors-check.ts
const name = (anchor) => `The anchor of ${anchor.anchoredAt} over entry ${anchor.seq ?? anchor.entryId}`;
/** Clocks of several machines may differ by this much. */
const tolerance = 6e5;
const shortestRetention = 7344e6;
/** An anchored entry that a purge covers but that no retention could have removed: whoever wrote the purge hides it. */
const removedTooEarly = (anchor, { from, purge }) => {
	if (purge === void 0) return false;
	const at = Date.parse(anchor.entryCreatedAt);
	return (anchor.seq === void 0 ? at < Date.parse(from) - tolerance : anchor.seq <= purge.through) && at > purge.at - shortestRetention;
};
/** Where the anchored entry stands in the chain, or how the chain contradicts the anchor. */
const placeOf = (anchor, chain) => {
	const contradicts = (why) => ({
		_tag: "Contradicts",
		why
	});
	const row = chain.rows.get(anchor.entryId);
	if (row !== void 0) {
		if (row.entryHash !== anchor.entryHash) return contradicts(`Entry ${row.seq} had another hash when it was anchored.`);
		if (row.createdAt !== anchor.entryCreatedAt) return contradicts(`Entry ${row.seq} had another time when it was anchored.`);
		if (anchor.seq !== void 0 && anchor.seq !== row.seq) return contradicts(`The anchored entry had the number ${anchor.seq}; in the file it has ${row.seq}.`);
		return {
			_tag: "Fits",
			seq: row.seq
		};
	}
	const seq = chain.numbers.get(anchor.entryHash);
	if (seq !== void 0) {
		if (chain.shown.has(seq)) return contradicts(`Entry ${seq} had another id when it was anchored.`);
		if (anchor.seq !== void 0 && anchor.seq !== seq) return contradicts(`The anchored entry had the number ${anchor.seq}; in the file it has ${seq}.`);
		return {
			_tag: "Fits",
			seq
		};
	}
	if (anchor.seq !== void 0 && chain.hashes.has(anchor.seq)) return contradicts(`Entry ${anchor.seq} was another one when it was anchored.`);
	return { _tag: "Absent" };
};
/** An anchor that fits nowhere but must: it was made between two that fit, or its entry's time lies amid the file. */
const mustBeThere = (anchor, chain, fitting) => {
	const at = Date.parse(anchor.entryCreatedAt);
	return fitting.some((other) => other.anchoredAt < anchor.anchoredAt) && fitting.some((other) => other.anchoredAt > anchor.anchoredAt) || at > Date.parse(chain.from) + tolerance && at < Date.parse(chain.to) - tolerance;
};
const tellReach = (chain, reach, signed, findings) => {
	const { file } = chain;
	findings.proven(`Entries ${chain.first} to ${reach} stood like this when they were anchored.`, `An anchor over entry ${reach} ${signed}. As every entry holds the hash of the one before, it vouches for all entries up to it.`, {
		file,
		seq: reach
	});
	if (reach < chain.last) findings.notShown(`Entries ${reach + 1} to ${chain.last} are not yet anchored.`, "No anchor reaches them; whoever controls the database could have changed them together with their hashes. A later page of anchors will show it.", {
		file,
		seq: reach + 1
	});
};
const byStanding = (anchors, standing) => anchors.filter((anchor) => anchor.standing === standing);
/** Holds the anchors against one chain; answers up to which entry a key that the auditor brought vouches for it, else 0. */
const holdAgainst = (chain, all, keys, findings) => {
	const anchors = all.map((anchor) => judgeAnchor(anchor, anchor.orgId ?? chain.orgId, keys)).filter((anchor) => anchor.orgId === chain.orgId && anchor.standing !== "bad");
	const places = anchors.map((anchor) => ({
		anchor,
		place: placeOf(anchor, chain)
	}));
	const fitting = places.flatMap(({ anchor, place }) => place._tag === "Fits" ? [{
		...anchor,
		at: place.seq
	}] : []);
	let absent = 0;
	let beyond = 0;
	for (const { anchor, place } of places) {
		const where = {
			file: chain.file,
			id: anchor.entryId,
			...anchor.seq === void 0 ? {} : { seq: anchor.seq }
		};
		if (place._tag === "Contradicts") findings.failed(`${name(anchor)} contradicts the file.`, place.why, where);
		else if (place._tag === "Absent" && mustBeThere(anchor, chain, fitting)) findings.failed(`${name(anchor)} has no entry in the file.`, `The entry of ${anchor.entryCreatedAt} existed when it was anchored and must stand between entry ${chain.first} and entry ${chain.last}: it was removed or replaced.`, where);
		else if (place._tag === "Absent" && removedTooEarly(anchor, chain)) findings.failed(`${name(anchor)} has no entry in the file.`, `The entry of ${anchor.entryCreatedAt} existed when it was anchored and was removed as if by retention, which keeps every entry for 3 months at least.`, where);
		else if (place._tag === "Absent") {
			absent += 1;
			if ((anchor.seq ?? 0) > chain.last || anchor.seq === void 0 && Date.parse(anchor.entryCreatedAt) > Date.parse(chain.to)) beyond += 1;
		}
	}
	const reachOf = (standing) => fitting.reduce((most, { at, standing: own }) => own === standing ? Math.max(most, at) : most, 0);
	const [given, carried] = [reachOf("given"), reachOf("carried")];
	if (given > 0) tellReach(chain, given, "is signed with the key that you gave", findings);
	else if (carried > 0) tellReach(chain, carried, "is signed with the key that came with the files", findings);
	else if (anchors.length > 0) {
		const unsigned = byStanding(anchors, "unsigned").length;
		findings.notShown("That any anchor vouches for these entries.", `Of ${anchors.length} anchors none that is signed with a key at hand is over one of them${unsigned > 0 ? ` (${unsigned} carry no signature)` : ""}.`, { file: chain.file });
	}
	if (absent > 0) findings.notShown(`${absent} of the anchors.`, `Their entries lie outside of entries ${chain.first} to ${chain.last}${beyond > 0 ? `, ${beyond} of them after its end: the log went on, or its end was cut off` : ""}.`, { file: chain.file });
	return { reach: given };
};
/** What the signatures of a page prove by themselves; how many anchors a key that the auditor brought vouches for. */
const tellSignatures = (file, all, orgIds, keys, findings) => {
	const judged = all.flatMap((anchor) => {
		const tried = (anchor.orgId === void 0 ? orgIds : [anchor.orgId]).map((orgId) => judgeAnchor(anchor, orgId, keys));
		return tried.find(({ standing }) => standing !== "bad") ?? tried[0] ?? [];
	});
	for (const anchor of byStanding(judged, "bad")) findings.failed(`${name(anchor)} is forged or damaged.`, `The key ${anchor.keyId ?? "at hand"} did not sign what it says.`, {
		file,
		id: anchor.entryId,
		...anchor.seq === void 0 ? {} : { seq: anchor.seq }
	});
	const given = byStanding(judged, "given").length;
	const carried = byStanding(judged, "carried").length;
	if (given + carried > 0) {
		const times = judged.map(({ anchoredAt }) => anchoredAt).toSorted();
		findings.proven(`${all.length === 1 ? "The anchor is" : `${given + carried} of ${all.length} anchors are`} signed with ${given > 0 ? "the key that you gave" : "the key that came with the files"}.`, `${times[0] === times.at(-1) ? `It says which entry was the log's newest at ${times[0]}` : `Each says which entry was the log's newest at a moment between ${times[0]} and ${times.at(-1)}`}.`, { file });
	}
	const foreign = byStanding(judged, "foreign");
	if (foreign.length > 0) findings.notShown(`Who made ${foreign.length} of the anchors.`, `They name the ${new Set(foreign.map(({ keyId }) => keyId)).size === 1 ? "key" : "keys"} ${[...new Set(foreign.map(({ keyId }) => keyId ?? "?"))].slice(0, 3).join(", ")}, which is not among those at hand. If the service changed its key, give the former one as well.`, { file });
	const unsigned = byStanding(judged, "unsigned").length;
	if (unsigned > 0) findings.notShown(`Who made ${unsigned} of the anchors.`, "They carry no signature.", { file });
	return { vouched: given };
};

// packages/verify/src/closing.ts
const tellJoint = (before, next, known, findings) => {
	const previous = known.get(next.first - 1);
	if (previous === void 0) {
		if (next.first > before.last + 1) findings.notShown(`What stands between entry ${before.last} and entry ${next.first}.`, "No file that was given holds those entries.", {
			file: next.file,
			seq: next.first
		});
	} else if (next.before === previous.hash) findings.proven(`Entry ${next.first} continues ${previous.file} without a gap.`, `It names the hash of entry ${next.first - 1} as its predecessor.`, {
		file: next.file,
		seq: next.first
	});
	else if (next.before !== void 0) findings.failed(`Entry ${next.first} does not continue ${previous.file}.`, `There entry ${next.first - 1} has another hash than entry ${next.first} names as its predecessor.`, {
		file: next.file,
		seq: next.first
	});
};
/** Holds several files of one organisation's log against each other. */
const tellContinuity = (chains, findings) => {
	for (const orgId of new Set(chains.map((chain) => chain.orgId))) {
		const known = /* @__PURE__ */ new Map();
		let furthest;
		for (const chain of chains.filter((other) => other.orgId === orgId).toSorted((a, b) => a.first - b.first)) {
			if (furthest !== void 0) tellJoint(furthest, chain, known, findings);
			for (const [seq, hash] of chain.hashes) {
				const other = known.get(seq);
				if (other !== void 0 && other.hash !== hash) {
					findings.failed(`Two files tell different histories from entry ${seq} on.`, `${other.file} and ${chain.file} hold another entry under that number.`, {
						file: chain.file,
						seq
					});
					break;
				}
				known.set(seq, {
					hash,
					file: chain.file
				});
			}
			if (furthest === void 0 || chain.last > furthest.last) furthest = chain;
		}
	}
};
const recording = /* @__PURE__ */ new Set([
	"audit_log_exported",
	"audit_log_archived",
	"evidence_exported",
	"leaver_test_ready"
]);
/** Looks in the log itself for the record that the service left as each file was made. */
const tellExported = ({ chains, exported }, findings) => {
	if (exported.length === 0) return;
	const records = chains.flatMap(({ chain }) => [...chain.rows.values()].filter(({ action }) => recording.has(action)));
	for (const { action, file, sha256 } of exported) {
		const record = records.find(({ details }) => details.includes(sha256));
		if (record === void 0) findings.notShown("That the log records the making of this file.", `Its SHA-256 is ${sha256}. The log's own entry ${action} names the same; it was written after the content of the file was fixed, so it can only stand in a later file.`, { file });
		else findings.proven("The log itself records the making of this file.", `Entry ${record.seq} (${record.action}) names its SHA-256, ${sha256}.`, {
			file,
			seq: record.seq,
			id: record.id
		});
	}
};
/** Says aloud what no file can show, so that nobody reads it out of a green sign. */
const tellClosing = ({ anchors, chains, hasReadableTexts }, keys, findings) => {
	if (chains.some(({ chain }) => [...chain.rows.values()].some((row) => `${row.target}${row.details}`.includes("[[aps:")))) findings.notShown("What the sealed values say.", "Names, addresses and reasons are encrypted with a key of the person concerned; the hashes cover the encrypted form, so they hold even after a person was erased.");
	if (hasReadableTexts) findings.notShown("That the readable texts are true to the entries.", "target_text, details_text and actor_name were added for reading; no hash covers them. What counts is target and details.");
	if (chains.length > 0 && anchors.length === 0) findings.notShown("When these entries were written, and that they are still the log's.", "No anchors were given: get a page of them (GET /api/audit-log/anchors), best from another time or another place than the file.");
	for (const { chain } of chains) findings.notShown(`That the log ended with entry ${chain.last}.`, "Entries that were written later, or that were cut off at the end before the file was made, leave no trace in it.", {
		file: chain.file,
		seq: chain.last
	});
	if (keys.given.length > 0) findings.notShown("Whose key you gave.", "Compare its fingerprint with one that you got in another way: in a contract, by telephone, or from another export years ago.");
	else if (keys.carried.length > 0) findings.notShown("Whose key came with the files.", "Anyone can make a key and sign with it. Compare its fingerprint with one that you got in another way, or give the key that you got so.");
	else if (chains.length > 0) findings.notShown("Who made the files.", "There is no key to check any signature with.");
};

// node_modules/@noble/ed25519/index.js
/*! noble-ed25519 - MIT License (c) 2019 Paul Miller (paulmillr.com) */
/**
* 5KB JS implementation of ed25519 EdDSA signatures.
* Targets RFC8032, FIPS 186-5, and ZIP215 behavior.
* @module
* @example
* ```js
import * as ed from '@noble/ed25519';
(async () => {
const secretKey = ed.utils.randomSecretKey();
const message = Uint8Array.from([0xab, 0xbc, 0xcd, 0xde]);
const pubKey = await ed.getPublicKeyAsync(secretKey); // Sync methods are also present
const signature = await ed.signAsync(message, secretKey);
const isValid = await ed.verifyAsync(signature, message, pubKey);
})();
```
*/
/**
* Curve params. edwards25519 uses the RFC equation `-x² + y² = 1 + dx²y²`.
* The stored `a` literal below is `p - 1`, i.e. the field-element encoding of RFC `a = -1`.
* * P = `2n**255n - 19n` // field over which calculations are done
* * N = `2n**252n + 27742317777372353535851937790883648493n` // prime-order subgroup order
* * h = 8 // cofactor
* * a = `Fp.create(BigInt(-1))` // equation param, stored here as `p - 1`
* * d = -121665/121666 a.k.a. `Fp.neg(121665 * Fp.inv(121666))` // equation param
* * Gx, Gy are coordinates of Generator / base point
*
* Mirror noble-curves: Point.CURVE() exposes shared params, but callers must not be able to mutate
* that shared view and desynchronize it from the arithmetic constants captured below.
*/
const freeze = Object.freeze;
const P = 57896044618658097711785492504343953926634992332820282019728792003956564819949n;
const N = 7237005577332262213973186563042994240857116359379907606001950938285454250989n;
const _d = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;
const Gx = 15112221349535400772501151409588531511454012693041857206046113283949847762202n;
const Gy = 46316835694926478169428394003475163141307993866256225615783033603165251855960n;
const _a$1 = P - 1n;
const ed25519_CURVE = freeze({
	p: P,
	n: N,
	h: 8n,
	a: _a$1,
	d: _d,
	Gx,
	Gy
});
const LEN = 32;
/** Checks if something is Uint8Array. Be careful: nodejs Buffer will return true. */
const isBytes = (a) => {
	return a instanceof Uint8Array || ArrayBuffer.isView(a) && a.constructor.name === "Uint8Array" && a.BYTES_PER_ELEMENT === 1;
};
/** Asserts something is Bytes. */
const abytes = (value, length, title = "") => {
	if (isBytes(value) && (length === void 0 || value.length === length)) return value;
	const bytes = isBytes(value);
	const ofLen = length !== void 0 ? ` of length ${length}` : "";
	const got = bytes ? `length=${value.length}` : `type=${typeof value}`;
	const message = (title ? `"${title}" ` : "") + "expected Uint8Array" + ofLen + ", got " + got;
	if (!bytes) throw new TypeError(message);
	throw new RangeError(message);
};
const snapshotBytes = (value, title = "", length) => Uint8Array.from(abytes(value, length, title));
const padh = (n, pad) => n.toString(16).padStart(pad, "0");
/** Convert byte array to hex string. */
const bytesToHex = (bytes) => {
	let hex = "";
	for (const byte of abytes(bytes)) hex += padh(byte, 2);
	return hex;
};
/** Convert hex string to byte array. */
const hexToBytes = (hex) => {
	const e = "hex invalid";
	if (typeof hex !== "string") throw new TypeError(e);
	if (hex.length % 2 || !/^[\da-f]*$/i.test(hex)) throw new RangeError(e);
	const array = new Uint8Array(hex.length / 2);
	for (let ai = 0, hi = 0; ai < array.length; ai++, hi += 2) {
		const n1 = hex.charCodeAt(hi);
		const n2 = hex.charCodeAt(hi + 1);
		array[ai] = ((n1 & 15) + (n1 >> 6) * 9) * 16 + (n2 & 15) + (n2 >> 6) * 9;
	}
	return array;
};
/** Copies several Uint8Arrays into one. */
const concatBytes = (...arrays) => {
	let sum = 0;
	for (const a of arrays) sum += abytes(a).length;
	const res = new Uint8Array(sum);
	let pad = 0;
	for (const a of arrays) {
		res.set(a, pad);
		pad += a.length;
	}
	return res;
};
/** Inclusive-lower, exclusive-upper bigint range assertion. */
const arange = (n, min, max, msg = "bad number: out of range") => {
	if (typeof n !== "bigint") throw new TypeError(msg);
	if (min <= n && n < max) return n;
	throw new RangeError(msg);
};
/** Canonical modular reduction. Callers must provide a positive modulus. */
const mod = (a, b = P) => (a %= b) >= 0n ? a : b + a;
const P_MASK = (1n << 255n) - 1n;
const modP = (num) => {
	if (num < 0n) throw new RangeError("negative coordinate");
	let r = (num >> 255n) * 19n + (num & P_MASK);
	r = (r >> 255n) * 19n + (r & P_MASK);
	return r % P;
};
const modN = (a) => mod(a, N);
/** Modular inversion using extended euclidean GCD. Variable-time (non-CT). */
const invert = (number, modulo) => {
	if (number === 0n) throw new Error("invert: expected non-zero number");
	if (modulo <= 1n) throw new Error("invert: expected modulus > 1, got " + modulo);
	let a = mod(number, modulo);
	let b = modulo;
	let x = 0n, u = 1n;
	while (a !== 0n) {
		const q = b / a;
		const r = b - a * q;
		const m = x - u * q;
		b = a, a = r, x = u, u = m;
	}
	if (b !== 1n) throw new Error("invert: does not exist");
	return mod(x, modulo);
};
const _hash = (name) => {
	const fn = hashes[name];
	if (typeof fn !== "function") throw new Error("hashes." + name + " not set");
	return fn;
};
const callHash = (name, ...m) => abytes(_hash(name)(concatBytes(...m)), 64, "digest");
const apoint = (p) => {
	if (p instanceof Point) return p;
	throw new TypeError("Point expected");
};
const B256 = 2n ** 256n;
/**
* Point in XYZT extended coordinates.
* @param X - X coordinate.
* @param Y - Y coordinate.
* @param Z - Projective Z coordinate.
* @param T - Cached cross-product term.
* @example
* Do point arithmetic with the built-in base point and encode the result as hex.
*
* ```ts
* const hex = Point.BASE.double().toHex();
* ```
*/
var Point = class Point {
	static BASE;
	static ZERO;
	X;
	Y;
	Z;
	T;
	constructor(X, Y, Z, T) {
		const max = B256;
		this.X = arange(X, 0n, max);
		this.Y = arange(Y, 0n, max);
		this.Z = arange(Z, 1n, max);
		this.T = arange(T, 0n, max);
		freeze(this);
	}
	static CURVE() {
		return ed25519_CURVE;
	}
	static fromAffine(p) {
		return new Point(p.x, p.y, 1n, modP(p.x * p.y));
	}
	/** RFC8032 5.1.3: Uint8Array to Point. */
	static fromBytes(bytes, zip215 = false) {
		const normed = snapshotBytes(bytes, "point", LEN);
		const lastByte = normed[31];
		normed[31] = lastByte & -129;
		const y = bytesToNumberLE(normed);
		if (!zip215) arange(y, 0n, P);
		const y2 = modP(y * y);
		const u = mod(y2 - 1n);
		const v = modP(_d * y2 + 1n);
		let { isValid, value: x } = uvRatio(u, v);
		if (!isValid) throw new Error("bad point: y not sqrt");
		const isLastByteOdd = !!(lastByte & 128);
		if (!zip215 && x === 0n && isLastByteOdd) throw new Error("bad point: x==0, isLastByteOdd");
		if (isLastByteOdd !== !!(x & 1n)) x = mod(-x);
		return new Point(x, y, 1n, modP(x * y));
	}
	static fromHex(hex, zip215) {
		return Point.fromBytes(hexToBytes(hex), zip215);
	}
	get x() {
		return this.toAffine().x;
	}
	get y() {
		return this.toAffine().y;
	}
	/** Checks if the point is valid and on-curve. */
	assertValidity() {
		const a = _a$1;
		const d = _d;
		const p = this;
		if (p.is0()) throw new Error("bad point: ZERO");
		const { X, Y, Z, T } = p;
		const X2 = modP(X * X);
		const Y2 = modP(Y * Y);
		const Z2 = modP(Z * Z);
		const Z4 = modP(Z2 * Z2);
		const aX2 = modP(X2 * a);
		if (modP(Z2 * (aX2 + Y2)) !== mod(Z4 + modP(d * modP(X2 * Y2)))) throw new Error("bad point: equation left != right (1)");
		if (modP(X * Y) !== modP(Z * T)) throw new Error("bad point: equation left != right (2)");
		return this;
	}
	/** Equality check: compare points P&Q. */
	equals(other) {
		const { X: X1, Y: Y1, Z: Z1 } = this;
		const { X: X2, Y: Y2, Z: Z2 } = apoint(other);
		return modP(X1 * Z2) === modP(X2 * Z1) && modP(Y1 * Z2) === modP(Y2 * Z1);
	}
	is0() {
		return this.equals(I);
	}
	/** Flip point over y coordinate. */
	negate() {
		return new Point(mod(-this.X), this.Y, this.Z, mod(-this.T));
	}
	/** Point doubling. Complete formula. Cost: `4M + 4S + 1*a + 6add + 1*2`. */
	double() {
		const { X: X1, Y: Y1, Z: Z1 } = this;
		const a = _a$1;
		const A = modP(X1 * X1);
		const B = modP(Y1 * Y1);
		const C = modP(2n * Z1 * Z1);
		const D = modP(a * A);
		const x1y1 = mod(X1 + Y1);
		const E = mod(modP(x1y1 * x1y1) - A - B);
		const G = mod(D + B);
		const F = mod(G - C);
		const H = mod(D - B);
		const X3 = modP(E * F);
		const Y3 = modP(G * H);
		const T3 = modP(E * H);
		const Z3 = modP(F * G);
		return new Point(X3, Y3, Z3, T3);
	}
	/** Point addition. Complete formula. Cost: `9M + 1*a + 1*d + 7add`. */
	add(other) {
		const { X: X1, Y: Y1, Z: Z1, T: T1 } = this;
		const { X: X2, Y: Y2, Z: Z2, T: T2 } = apoint(other);
		const a = _a$1;
		const d = _d;
		const A = modP(X1 * X2);
		const B = modP(Y1 * Y2);
		const C = modP(modP(T1 * d) * T2);
		const D = modP(Z1 * Z2);
		const E = mod(modP(mod(X1 + Y1) * mod(X2 + Y2)) - A - B);
		const F = mod(D - C);
		const G = mod(D + C);
		const H = mod(B - modP(a * A));
		const X3 = modP(E * F);
		const Y3 = modP(G * H);
		const T3 = modP(E * H);
		const Z3 = modP(F * G);
		return new Point(X3, Y3, Z3, T3);
	}
	subtract(other) {
		return this.add(apoint(other).negate());
	}
	/**
	* Point-by-scalar multiplication. Safe mode requires `1 <= n < CURVE.n`.
	* Unsafe mode additionally permits `n = 0` and returns the identity point for that case.
	* Uses {@link wNAF} for base point.
	* Uses fake point to mitigate side-channel leakage.
	* @param n - scalar by which point is multiplied
	* @param safe - safe mode guards against timing attacks; unsafe mode is faster
	*/
	multiply(n, safe = true) {
		if (!safe && n === 0n) return I;
		arange(n, 1n, N);
		if (!safe && this.is0()) return I;
		if (n === 1n) return this;
		if (this.equals(G)) return wNAF(n).p;
		let p = I;
		let f = G;
		let d = this;
		for (let i = 0; safe ? i < 256 : n > 0n; i++) {
			if (n & 1n) p = p.add(d);
			else if (safe) f = f.add(d);
			d = d.double();
			n >>= 1n;
		}
		return p;
	}
	multiplyUnsafe(scalar) {
		return this.multiply(scalar, false);
	}
	/** Convert point to 2d xy affine point. (X, Y, Z) ∋ (x=X/Z, y=Y/Z) */
	toAffine() {
		const { X, Y, Z } = this;
		if (this.equals(I)) return {
			x: 0n,
			y: 1n
		};
		const iz = invert(Z, P);
		if (modP(Z * iz) !== 1n) throw new Error("invalid inverse");
		return {
			x: modP(X * iz),
			y: modP(Y * iz)
		};
	}
	toBytes() {
		const { x, y } = this.toAffine();
		const b = numTo32bLE(y);
		b[31] |= x & 1n ? 128 : 0;
		return b;
	}
	toHex() {
		return bytesToHex(this.toBytes());
	}
	clearCofactor() {
		return this.multiply(8n, false);
	}
	isSmallOrder() {
		return this.clearCofactor().is0();
	}
	isTorsionFree() {
		return this.multiply(N / 2n, false).double().add(this).is0();
	}
};
/** Generator / base point */
const G = new Point(Gx, Gy, 1n, mod(Gx * Gy));
/** Identity / zero point */
const I = new Point(0n, 1n, 1n, 0n);
Point.BASE = G;
Point.ZERO = I;
const numTo32bLE = (num) => hexToBytes(padh(arange(num, 0n, B256), 64)).reverse();
const bytesToNumberLE = (b) => BigInt("0x" + bytesToHex(Uint8Array.from(abytes(b)).reverse()));
const pow2 = (x, power) => {
	let r = x;
	while (power-- > 0) r = modP(r * r);
	return r;
};
const pow_2_252_3 = (x) => {
	const x2 = modP(x * x);
	const b2 = modP(x2 * x);
	const b4 = modP(pow2(b2, 2) * b2);
	const b5 = modP(pow2(b4, 1) * x);
	const b10 = modP(pow2(b5, 5) * b5);
	const b20 = modP(pow2(b10, 10) * b10);
	const b40 = modP(pow2(b20, 20) * b20);
	const b80 = modP(pow2(b40, 40) * b40);
	const b160 = modP(pow2(b80, 80) * b80);
	const b240 = modP(pow2(b160, 80) * b80);
	const b250 = modP(pow2(b240, 10) * b10);
	return modP(pow2(b250, 2) * x);
};
const RM1 = 19681161376707505956807079304988542015446066515923890162744021073123829784752n;
const uvRatio = (u, v) => {
	const v3 = modP(v * modP(v * v));
	const v7 = modP(modP(v3 * v3) * v);
	const pow = pow_2_252_3(modP(u * v7));
	let x = modP(u * modP(v3 * pow));
	const vx2 = modP(v * modP(x * x));
	const root1 = x;
	const root2 = modP(x * RM1);
	const useRoot1 = vx2 === u;
	const useRoot2 = vx2 === mod(-u);
	const noRoot = vx2 === mod(-u * RM1);
	if (useRoot1) x = root1;
	if (useRoot2 || noRoot) x = root2;
	if ((mod(x) & 1n) === 1n) x = mod(-x);
	return {
		isValid: useRoot1 || useRoot2,
		value: x
	};
};
const modL_LE = (hash) => modN(bytesToNumberLE(hash));
const hashFinishSync = (res) => res[1](callHash("sha512", res[0]));
const getZip215 = (options) => {
	if (options === null || typeof options !== "object") throw new TypeError("expected valid options object");
	return options.zip215 ?? true;
};
const _verify = (sig, msg, publicKey, options) => {
	sig = abytes(sig, 64, "signature");
	msg = abytes(msg, void 0, "message");
	publicKey = abytes(publicKey, LEN, "publicKey");
	const zip215 = getZip215(options);
	const r = sig.subarray(0, LEN);
	const s = bytesToNumberLE(sig.subarray(LEN, 64));
	let A, R, SB;
	let hashable = Uint8Array.of();
	let finished = false;
	try {
		A = Point.fromBytes(publicKey, zip215);
		R = Point.fromBytes(r, zip215);
		SB = G.multiply(s, false);
		hashable = concatBytes(r, publicKey, msg);
		finished = true;
	} catch (error) {}
	const finish = (hashed) => {
		if (!finished) return false;
		if (!zip215 && A.isSmallOrder()) return false;
		const k = modL_LE(hashed);
		return R.add(A.multiply(k, false)).subtract(SB).clearCofactor().is0();
	};
	return [hashable, finish];
};
/**
* Verifies a signature on message and public key using the synchronous hash path.
* The implementation is based on RFC8032 5.1.7, but default opts use ZIP-215 semantics; pass
* `{ zip215: false }` for the library's stricter branch.
* @param signature - 64-byte signature.
* @param message - Signed message bytes.
* @param publicKey - 32-byte public key.
* @param opts - Verification options. Defaults to ZIP-215 semantics. See {@link EdDSAVerifyOpts}.
* @returns `true` when the signature is valid.
* @throws If synchronous SHA-512 has not been configured in `hashes`. {@link Error}
* @throws On wrong argument types. {@link TypeError}
* @throws On wrong argument ranges or values. {@link RangeError}
* @example
* Verify a signature entirely through the synchronous API.
*
* ```ts
* import * as ed from '@noble/ed25519';
* import { sha512 } from '@noble/hashes/sha2.js';
*
* ed.hashes.sha512 = sha512;
* const secretKey = ed.utils.randomSecretKey();
* const message = new Uint8Array([1, 2, 3]);
* const publicKey = ed.getPublicKey(secretKey);
* const signature = ed.sign(message, secretKey);
* const isValid = ed.verify(signature, message, publicKey);
* ```
*/
const verify$1 = (signature, message, publicKey, opts = {}) => hashFinishSync(_verify(signature, message, publicKey, opts));
/**
* Hash implementations used by the synchronous API plus the default async WebCrypto provider.
* Both slots are configurable API surface; wrapper helpers revalidate that providers still return
* 64-byte SHA-512 digests.
* @example
* Provide a SHA-512 implementation before calling synchronous helpers.
*
* ```ts
* import * as ed from '@noble/ed25519';
* import { sha512 } from '@noble/hashes/sha2.js';
*
* ed.hashes.sha512 = sha512;
* const { publicKey } = ed.keygen();
* ```
*/
const hashes = {
	sha512Async: async (message) => {
		const s = globalThis?.crypto?.subtle;
		if (!s) throw new Error("crypto.subtle must be defined, consider polyfill");
		return new Uint8Array(await s.digest("SHA-512", concatBytes(message)));
	},
	sha512: void 0
};
const precompute = () => {
	const points = [];
	let p = G;
	let b;
	for (let w = 0; w < 33; w++) {
		b = p;
		points.push(b);
		for (let i = 1; i < 128; i++) {
			b = b.add(p);
			points.push(b);
		}
		p = b.double();
	}
	return points;
};
let Gpows = void 0;
const ctneg = (cnd, p) => {
	const n = p.negate();
	return cnd ? n : p;
};
/**
* Precomputes give 12x faster getPublicKey(), 10x sign(), 2x verify() by
* caching multiples of G (base point). Cache is stored in 32MB of RAM.
* Any time `G.multiply` is done, precomputes are used.
* Not used for getSharedSecret, which instead multiplies random pubkey `P.multiply`.
*
* w-ary non-adjacent form (wNAF) precomputation method is 10% slower than windowed method,
* but takes 2x less RAM. RAM reduction is possible by utilizing `.subtract`.
* Returns the real accumulator `p` plus a fake accumulator `f`; callers only care about `p`, while
* `f` exists to keep similar work in zero-digit branches as a JS/JIT side-channel mitigation.
*
* !! Precomputes can be disabled by commenting-out call of the wNAF() inside Point#multiply().
*/
const wNAF = (n) => {
	const comp = Gpows || (Gpows = precompute());
	let p = I;
	let f = G;
	for (let w = 0; w < 33; w++) {
		let wbits = Number(n & 255n);
		n >>= 8n;
		if (wbits > 128) {
			wbits -= 256;
			n += 1n;
		}
		const off = w * 128;
		const offP = off + Math.abs(wbits) - 1;
		const isOddW = w % 2 !== 0;
		const isNeg = wbits < 0;
		if (wbits === 0) f = f.add(ctneg(isOddW, comp[off]));
		else p = p.add(ctneg(isNeg, comp[offP]));
	}
	if (n !== 0n) throw new Error("invalid wnaf");
	return {
		p,
		f
	};
};

// packages/verify/src/keys.ts
hashes.sha512 = sha512;
/** What stands before the 32 bytes of every Ed25519 key in DER (RFC 8410). */
const prefix = "302a300506032b6570032100";
const no$1 = (why) => ({
	_tag: "NoKey",
	why
});
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const block = /-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\s]*)-----END \1-----/;
/** Reads a public key from PEM. A key of another kind is named, so that people know what they hold. */
const readKey = (pem) => {
	if (pem.length > 1e5) return no$1("It is far too long for a key.");
	const [, label = "", body = ""] = block.exec(pem) ?? [];
	if (label === "") return no$1("It is not a key in PEM form, which begins with -----BEGIN PUBLIC KEY-----.");
	if (label.includes("PRIVATE KEY")) return no$1("It is a private key. The verifier needs the public one; a private key should never leave its owner.");
	if (label !== "PUBLIC KEY") return no$1(`It is a ${label.toLowerCase()}, not a public key (-----BEGIN PUBLIC KEY-----).`);
	const der = bytesOfBase64(body.replaceAll(/\s/g, ""));
	if (der === void 0) return no$1("What stands between its BEGIN and END lines is not base64.");
	if (!hex(der).startsWith(prefix) || der.length !== 44) return no$1("It is a public key of another kind. The service signs with Ed25519 only.");
	const fingerprint = sha256Hex(der);
	return {
		_tag: "Key",
		key: {
			keyId: fingerprint.slice(0, 16),
			fingerprint,
			bytes: der.slice(12)
		}
	};
};
/** Whether this key made the signature (64 bytes) over exactly these bytes (RFC 8032, keys of small order refused). */
const isSignedBy = (key, signature, message) => {
	try {
		return signature.length === 64 && verify$1(signature, message, key.bytes, { zip215: false });
	} catch {
		return false;
	}
};

// packages/verify/src/draw.ts
/** The words are hashed as they are: what stands between the third line feed and the last is theirs, line breaks included. */
const seedOf = ({ anchorHash, populationSha256, words }) => sha256Hex(`svc-leaver-test-sample/v1\n${populationSha256}\n${anchorHash}\n${words}\n`);
/** The first `size` leavers by their tickets (`docs/leaver-test.md`). */
const draw = (seed, leaverIds, size) => [...leaverIds].map((leaverId) => ({
	leaverId,
	ticket: sha256Hex(`${seed}:${leaverId}`)
})).toSorted((a, b) => a.ticket < b.ticket ? -1 : 1).slice(0, size);

// packages/verify/src/leaver-draw.ts
const drawSample = ({ anchorHash, file, population, size: usualSize, words: usualWords }, { size = usualSize, words = usualWords }) => {
	const { leavers, sha256 } = population;
	const seed = seedOf({
		populationSha256: sha256,
		anchorHash,
		words
	});
	return {
		file,
		own: words !== usualWords || Math.min(size, leavers.size) !== Math.min(usualSize, leavers.size),
		populationSha256: sha256,
		populationRows: leavers.size,
		anchorHash,
		words,
		seed,
		drawn: draw(seed, leavers.keys(), size).map(({ leaverId, ticket }) => ({
			ticket,
			leaverId,
			name: leavers.get(leaverId)?.name ?? "",
			lastWorkingDay: leavers.get(leaverId)?.lastWorkingDay ?? ""
		}))
	};
};

// packages/verify/src/shapes.ts
const mostJson = 400 * 1024 ** 2;
const unknown = (why) => ({
	_tag: "Unknown",
	why
});
const shapeOfObject = (json) => {
	switch (field(json, "format")) {
		case anchorFormat: return {
			_tag: "Anchors",
			json
		};
		case "svc-audit-archive/v1": return {
			_tag: "Archive",
			json
		};
		case "svc-audit-bundle/v1": return {
			_tag: "Bundle",
			json
		};
		case "svc-evidence/v1": return {
			_tag: "Evidence",
			json
		};
		case "svc-leaver-test/v1": return {
			_tag: "LeaverTest",
			json
		};
		default: {
			const pem = field(json, "publicKeyPem") ?? field(json, "public_key_pem");
			if (typeof pem === "string") return {
				_tag: "Key",
				pem
			};
			return Array.isArray(field(json, "rows")) ? {
				_tag: "Export",
				json
			} : { _tag: "OtherJson" };
		}
	}
};
const shapeOfJson = (text) => {
	const reading = readJson(text);
	if (reading._tag === "NotJson") return unknown(reading.why);
	const { value } = reading;
	if (isObject(value)) return shapeOfObject(value);
	return Array.isArray(value) && isObject(value[0]) && Object.hasOwn(value[0], "anchored_at") ? {
		_tag: "Anchors",
		json: value
	} : { _tag: "OtherJson" };
};
const begins = (bytes, text) => [...text].every((letter, at) => bytes[at] === letter.charCodeAt(0));
const firstText = (bytes) => new TextDecoder().decode(bytes.subarray(0, 200)).trimStart();
/** Tells what the bytes are: never by a name, which anyone can give. */
const shapeOf = (bytes) => {
	if (bytes.length === 0) return unknown("It is empty.");
	if (begins(bytes, "PK") || begins(bytes, "PK")) return { _tag: "Zip" };
	if (begins(bytes, "%PDF-")) return { _tag: "Pdf" };
	if (bytes.length === 64) return {
		_tag: "Signature",
		signature: bytes
	};
	const start = firstText(bytes);
	if (/^[[{]/.test(start)) {
		if (bytes.length > mostJson) return unknown("It is larger than 400 MiB; export fewer entries at a time.");
		const text = textOf(bytes);
		return text === void 0 ? unknown("Its text is not UTF-8: it is damaged.") : shapeOfJson(text);
	}
	if (start.startsWith("-----BEGIN ")) return {
		_tag: "Key",
		pem: textOf(bytes.subarray(0, 2e5)) ?? ""
	};
	if (/^"?ID"?,"?Timestamp"?,"?Actor"?,/.test(start)) return { _tag: "Csv" };
	const signature = bytes.length <= 200 ? bytesOfBase64(start) : void 0;
	if (signature?.length === 64) return {
		_tag: "Signature",
		signature
	};
	return unknown("It is no export, bundle, archive, evidence, leaver test, page of anchors, signature or public key of the service.");
};

// packages/contract/src/audit/trailer.ts
const id = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const who = `(\\[\\[aps:v1:[0-9a-f-]{36}:[A-Za-z0-9_-]+\\]\\]|\\[withheld\\]|API key [^|]*|SCIM|nobody signed in|the (?:operator|service|portal|job [a-z-]+)|Deleted user)(?: \\| key (${id}))?(?: \\| case (${id}))?(?: \\| employee (${id}))?$`;
const end = new RegExp(`^${who}`);
const opening = "by ";
/** Stored details in their parts. The last opening counts: what happened may hold texts of people. */
const splitDetails = (details) => {
	const at = details.lastIndexOf(" | by ");
	const start = at >= 0 ? at + 3 : details.startsWith(opening) ? 0 : -1;
	const match = start < 0 ? null : end.exec(details.slice(start + 3));
	const by = match?.[1];
	return by === void 0 ? {
		said: details,
		trailer: null
	} : {
		said: details.slice(0, Math.max(at, 0)),
		trailer: {
			by,
			apiKeyId: match?.[2] ?? null,
			offboardingId: match?.[3] ?? null,
			orgEmployeeId: match?.[4] ?? null
		}
	};
};

// packages/verify/src/case-check.ts
/** Of entries that are wrong alike so many are named. */
const mostNamed = 100;
const named = (numbers) => `${numbers.slice(0, mostNamed).join(", ")}${numbers.length > mostNamed ? " …" : ""}`;
/** Whether the evidence of a case holds the entries that its manifest lists, and whether they say that they are about it. */
const checkCase = (where, manifest, chains, findings) => {
	const at = { file: `${where.zip} \u203a ${where.manifest}` };
	const rows = chains.flatMap((chain) => [...chain.rows.values()]);
	const listed = field(manifest, "entries");
	if (listed === void 0) findings.notShown("That no entry about the case was left out.", "The manifest is from before manifests listed their entries.", at);
	else if (!Array.isArray(listed) || !listed.every(isSeq)) findings.failed("The manifest is not as the service writes manifests.", "It must list entries by number.", at);
	else {
		const shown = new Set(rows.map(({ seq }) => seq));
		const missing = listed.filter((seq) => !shown.has(seq));
		for (const seq of missing.slice(0, mostNamed)) findings.failed(`Entry ${seq} was left out of the evidence.`, "The manifest lists it as one about the case.", {
			...at,
			seq
		});
		if (missing.length > mostNamed) findings.failed("More entries were left out of the evidence.", `${missing.length} are missing in all.`, at);
		if (missing.length === 0) findings.proven(`The ${listed.length} entries that the manifest lists as those about the case are all there.`, "Each of their numbers is in the evidence.", at);
	}
	const id = textField(manifest, "offboarding_id");
	const split = rows.map((row) => ({
		row,
		trailer: splitDetails(row.details).trailer
	}));
	for (const { row, trailer } of split) {
		if (trailer === null || trailer.offboardingId === id) continue;
		findings.failed(`Entry ${row.seq} is not about this case.`, `What is hashed of it says ${trailer.offboardingId ?? "nothing of a case"}.`, {
			...at,
			seq: row.seq
		});
	}
	const before = split.flatMap(({ row, trailer }) => trailer === null ? [row.seq] : []);
	if (before.length > 0) findings.notShown(`That ${before.length === 1 ? "an entry is" : `${before.length} entries are`} about this case.`, `They are from before entries said so themselves: ${named(before)}.`, at);
};

// packages/verify/src/chain-check.ts
const between = 2e3;
const entry = (row) => `Entry ${row.seq} (${row.id})`;
const isRow = (reading) => !("wrong" in reading);
const isLink = (reading) => !("wrong" in reading);
const mostFrequent = (rows) => {
	const counts = /* @__PURE__ */ new Map();
	for (const { orgId } of rows) counts.set(orgId, (counts.get(orgId) ?? 0) + 1);
	return [...counts].reduce((most, next) => next[1] > most[1] ? next : most, ["", 0])[0];
};
const readRows = (file, items, findings) => {
	const rows = [];
	items.forEach((item, index) => {
		const reading = readRow(item);
		if (isRow(reading)) {
			rows.push(reading);
			return;
		}
		const { wrong, ...where } = reading;
		findings.failed(`Entry ${where.seq ?? "?"}${where.id === void 0 ? "" : ` (${where.id})`} is not as the service writes entries.`, `The item at place ${index + 1} of the list ${wrong}.`, {
			file,
			...where
		});
	});
	return rows;
};
const readLinks = (file, items, findings) => {
	const links = [];
	items.forEach((item, index) => {
		const reading = readLink(item);
		if (isLink(reading)) {
			links.push(reading);
			return;
		}
		const { wrong, ...where } = reading;
		findings.failed(`An entry that is not shown${where.seq === void 0 ? "" : ` (number ${where.seq})`} has no proper link.`, `The item at place ${index + 1} of the skeleton ${wrong}.`, {
			file,
			...where
		});
	});
	return links;
};
/** Judges every row by itself, names those that do not hold, and says which must be out of their place. */
const judgeRows = async (file, orgId, rows, findings, breathe) => {
	const steps = [];
	const ids = /* @__PURE__ */ new Set();
	let before = 0;
	for (const [index, row] of rows.entries()) {
		if (index % between === 1999) await breathe();
		const where = {
			file,
			seq: row.seq,
			id: row.id
		};
		const { contentHolds, hashes, linkHolds } = judgeRow(row);
		if (!contentHolds) findings.failed(`${entry(row)} was changed.`, "Its content does not give the content hash that it carries (organisation, id, time, actor, action, target and details are hashed).", where);
		else if (!linkHolds) findings.failed(`${entry(row)} was changed or moved.`, "Its number, content hash and predecessor do not give the entry hash that it carries.", where);
		if (row.orgId !== orgId) findings.failed(`${entry(row)} belongs to another organisation.`, `The other entries belong to ${orgId}.`, where);
		if (row.seq < before) findings.failed(`${entry(row)} stands in the wrong place.`, "Entries must be listed oldest first.", where);
		if (ids.has(row.id)) findings.failed(`${entry(row)} is there twice.`, "Two entries of this file have the same id.", where);
		ids.add(row.id);
		before = Math.max(before, row.seq);
		steps.push({
			...row,
			row,
			holds: contentHolds && linkHolds && row.orgId === orgId,
			hashes
		});
	}
	return steps;
};
/** One step for each number, in order; of two with one number the one that holds by itself stays. */
const inOrder = (file, steps, findings) => {
	const sorted = steps.toSorted((a, b) => a.seq - b.seq || Number(b.holds) - Number(a.holds));
	const path = [];
	for (const step of sorted) if (path.at(-1)?.seq === step.seq) findings.failed(`The number ${step.seq} is there twice${step.row === void 0 ? "" : `, the second time as ${step.row.id}`}.`, "Each number of a log belongs to exactly one entry.", {
		file,
		seq: step.seq,
		...step.row === void 0 ? {} : { id: step.row.id }
	});
	else path.push(step);
	return path;
};
const whereOf = (file, step) => ({
	file,
	seq: step.seq,
	...step.row === void 0 ? {} : { id: step.row.id }
});
/** Follows the path from entry to entry; answers how many could be followed. */
const follow = async (file, orgId, path, findings, breathe) => {
	let before;
	for (const [index, step] of path.entries()) {
		if (index % between === 1999) await breathe();
		let hashes = step.hashes;
		if (before !== void 0 && step.seq !== before.seq + 1) {
			const [from, to] = [before.seq + 1, step.seq - 1];
			findings.failed(from === to ? `Entry ${from} is missing.` : `Entries ${from} to ${to} are missing.`, `After entry ${before.seq} comes entry ${step.seq}; neither the entries between nor their links are in the file.`, whereOf(file, step));
		} else if (before !== void 0 && step.row !== void 0) {
			if (step.holds && !before.hashes.includes(step.row.prevHash)) findings.failed(`${entry(step.row)} does not continue entry ${before.seq}.`, `It names another predecessor: entry ${before.seq} or entry ${step.seq} was replaced, or one between them removed.`, whereOf(file, step));
		} else if (before !== void 0) {
			const made = before.hashes.map((hash) => entryHashOf(orgId, step.seq, step.contentHash, hash));
			hashes = [step.entryHash, ...made];
			if (!made.includes(step.entryHash)) findings.failed(`The link over entry ${step.seq}, which is not shown, was changed.`, `Its content hash and the entry before it do not give the entry hash that the skeleton says.`, whereOf(file, step));
			else hashes = [step.entryHash];
		}
		before = {
			...step,
			hashes
		};
	}
};
/** Answers the entry that tells of a removal by retention just before the first one. */
const tellBeginning = (file, first, rows, findings) => {
	const where = whereOf(file, first);
	if (first.row === void 0) {
		findings.notShown("What the file begins with.", `It begins with entry ${first.seq}, of which only a link is there; that link cannot be made anew.`, where);
		return;
	}
	const { prevHash, seq } = first.row;
	if (seq === 1) {
		if (prevHash === genesisHash) findings.proven("The log is there from its very first entry.", "Entry 1 names 64 zeros as its predecessor.", where);
		else findings.failed(`${entry(first.row)} cannot be the first.`, "Entry 1 must name 64 zeros as its predecessor.", where);
		return;
	}
	const purges = rows.flatMap((row) => {
		const purge = row.action === "audit_retention_applied" ? readRetentionDetails(row.details) : void 0;
		return purge?.through === seq - 1 ? [{
			row,
			purge
		}] : [];
	});
	const fitting = purges.find(({ purge }) => purge.hash === prevHash);
	if (fitting !== void 0) findings.proven(`The entries 1 to ${seq - 1} were removed by retention, and nothing else is missing before entry ${seq}.`, `${entry(fitting.row)} records that removal with the hash of the last entry removed, which entry ${seq} names as its predecessor.`, where);
	else if (purges[0] !== void 0) findings.failed(`Entry ${seq} does not follow what retention removed.`, `${entry(purges[0].row)} records a removal through entry ${seq - 1}, but with another hash than entry ${seq} names.`, where);
	else findings.notShown(`What came before entry ${seq}.`, `The file begins with entry ${seq}. Entries 1 to ${seq - 1} exist or existed: they are in earlier files, outside of the chosen dates, or were removed by retention.`, where);
	return fitting?.row;
};
const count = (n, one, many = `${one}s`) => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
/**
* Checks rows and the links between them (chain-2), and says what that proves. Answers what the file shows of the
* log, for anchors and other files to be held against; undefined when it shows no entry.
*/
const checkChain = async (file, list, findings, breathe) => {
	const failuresBefore = findings.failures();
	const rows = readRows(file, list.rows, findings);
	const links = readLinks(file, list.skeleton, findings);
	const orgId = mostFrequent(rows);
	const judged = await judgeRows(file, orgId, rows, findings, breathe);
	const skeleton = links.map((link) => ({
		...link,
		row: void 0,
		holds: true,
		hashes: [link.entryHash]
	}));
	const path = inOrder(file, [...judged, ...skeleton], findings);
	const [first] = path;
	const last = path.at(-1);
	if (first === void 0 || last === void 0 || rows.length === 0) {
		findings.notShown("Anything about entries.", "The file holds none.", { file });
		return;
	}
	await follow(file, orgId, path, findings, breathe);
	const purging = tellBeginning(file, first, rows, findings);
	if (findings.failures() === failuresBefore) {
		findings.proven(`${count(rows.length, "entry is", "entries are")} exactly as when they were recorded.`, "Each one's content gives its content hash, and that gives its entry hash.", { file });
		findings.proven(`Nothing was inserted, removed or reordered between entry ${first.seq} and entry ${last.seq}.`, `Each entry names the hash of the one before it${links.length === 0 ? "" : `; over ${count(links.length, "entry that is", "entries that are")} not shown, the skeleton carries the chain`}.`, { file });
	}
	if (links.length > 0) findings.notShown(`What ${count(links.length, "entry", "entries")} between those shown say.`, "The file proves that they exist and where, not what is in them. Nor does it prove that the filter left out only what it had to.", { file });
	const times = path.flatMap(({ row }) => row === void 0 ? [] : [row.createdAt]);
	return {
		file,
		orgId,
		first: first.seq,
		last: last.seq,
		before: first.row?.prevHash,
		rows: new Map(path.flatMap(({ row }) => row === void 0 ? [] : [[row.id, row]])),
		shown: new Set(path.flatMap(({ row, seq }) => row === void 0 ? [] : [seq])),
		hashes: new Map(path.map(({ entryHash, seq }) => [seq, entryHash])),
		numbers: new Map(path.map(({ entryHash, seq }) => [entryHash, seq])),
		purge: purging === void 0 ? void 0 : {
			through: first.seq - 1,
			at: rows.reduce((earliest, { createdAt, seq }) => seq < purging.seq ? earliest : Math.min(earliest, Date.parse(createdAt)), Date.now())
		},
		from: times[0] ?? "",
		to: times.at(-1) ?? ""
	};
};

// packages/verify/src/containers.ts
/** Says how a signature over a file's exact bytes stands; whether a key that the auditor brought made it. */
const tellSignature = (file, bytes, signature, keyId, keys, findings) => {
	const { key, standing } = keys.judge(signature, bytes, keyId);
	const where = { file };
	switch (standing) {
		case "given":
			findings.proven("The file is signed with the key that you gave, and not a byte of it was changed since.", `Its signature (Ed25519, key ${key?.keyId}) fits its exact bytes.`, where);
			return true;
		case "carried":
			findings.proven("The file fits its signature and the key that came with it.", `Its signature (Ed25519, key ${key?.keyId}) fits its exact bytes. Whose key that is, only a comparison of its fingerprint shows.`, where);
			return false;
		case "bad":
			findings.failed("The file does not fit its signature.", "The file, its signature or the key is not the one that belongs to the others.", where);
			return false;
		case "foreign":
			if (keys.given.length > 0) findings.failed("The file is not signed with the key that you gave.", `It names the key ${keyId ?? "?"}. If the service changed its key, give the former one as well.`, where);
			else findings.notShown("Who signed the file.", `It names the key ${keyId ?? "?"}, which is not at hand.`, where);
			return false;
	}
};
/** An export bundle: its export file against `verification.json` and its signature. */
const checkBundle = (zip, path, verification, files, keys, findings) => {
	const name = textField(verification, "file");
	const sha256 = textField(verification, "sha256");
	const content = name === void 0 ? void 0 : files.get(name);
	if (name === void 0 || content === void 0) {
		findings.failed("The bundle lacks its export file.", `${path} names "${name ?? "none"}".`, { file: zip });
		return {
			vouched: false,
			file: void 0
		};
	}
	const file = `${zip} › ${name}`;
	const actual = sha256Hex(content);
	if (sha256 === actual) findings.proven("The export file is the one that the bundle describes.", `Its SHA-256 is ${actual}.`, { file });
	else findings.failed("The export file is not the one that the bundle describes.", `Its SHA-256 is ${actual}, described is ${sha256 ?? "none"}.`, { file });
	for (const other of files.keys()) if (![
		name,
		`${name}.sig`,
		path,
		"signing-key.pem"
	].includes(other)) findings.failed("A file was added to the bundle.", "No signature of the bundle covers it.", { file: `${zip} › ${other}` });
	const signature = files.get(`${name}.sig`);
	const text = textField(verification, "signature");
	const written = text === void 0 ? void 0 : bytesOfBase64(text);
	if (signature === void 0 && text === void 0) {
		findings.notShown("Who made the bundle.", "It is not signed.", { file: zip });
		return {
			vouched: false,
			file: name
		};
	}
	if (signature === void 0 || written === void 0 || !sameBytes(signature, written)) findings.failed("The signature of the export file is not there twice alike.", `${name}.sig and ${path} must hold the same 64 bytes.`, { file: zip });
	const bytes = signature ?? written;
	return {
		vouched: bytes !== void 0 && tellSignature(file, content, bytes, textField(verification, "key_id") ?? null, keys, findings),
		file: name
	};
};

// packages/verify/src/csv.ts
/** The index of the quotation mark that ends the cell which begins at this one, or -1. */
const endOfQuoted = (line, start) => {
	for (let at = line.indexOf("\"", start + 1); at !== -1; at = line.indexOf("\"", at + 2)) if (line[at + 1] !== "\"") return at;
	return -1;
};
/** The cells of a record (RFC 4180); undefined where its quotation marks do not fit together. */
const cellsOf = (line) => {
	const cells = [];
	for (let at = 0;;) {
		if (line[at] === "\"") {
			const end = endOfQuoted(line, at);
			if (end === -1) return void 0;
			cells.push(line.slice(at + 1, end).replaceAll("\"\"", "\""));
			at = end + 1;
		} else {
			const comma = line.indexOf(",", at);
			const end = comma === -1 ? line.length : comma;
			const cell = line.slice(at, end);
			if (cell.includes("\"")) return void 0;
			cells.push(cell);
			at = end;
		}
		if (at === line.length) return cells;
		if (line[at] !== ",") return void 0;
		at += 1;
	}
};
/** A CSV of the leaver test: RFC 4180, each record on a line of its own that ends with CRLF, all with as many cells. */
const readCsv = (text) => {
	const lines = text.split("\r\n");
	if (lines.pop() !== "" || lines.length === 0) return {
		_tag: "NotCsv",
		why: "Its last line does not end with CRLF: it is cut short or no CSV of the service."
	};
	const width = cellsOf(lines[0] ?? "")?.length;
	for (const [index, line] of lines.entries()) {
		const wrong = (why) => ({
			_tag: "NotCsv",
			why: `Line ${index + 1} ${why}`
		});
		if (/[\r\n]/.test(line)) return wrong("holds a line break that is not CRLF.");
		const cells = cellsOf(line);
		if (cells === void 0) return wrong("has quotation marks that do not fit together; a row must be one line.");
		if (cells.length !== width) return wrong(`has ${cells.length} cells, the first line ${width}.`);
	}
	return {
		_tag: "Csv",
		lines,
		cells: (line) => cellsOf(line) ?? []
	};
};
/** Records of a CSV, its head included; a line break in quotation marks ends none (RFC 4180). */
const csvRecords = (bytes) => {
	const quote = 34;
	const lineFeed = 10;
	let records = 0;
	let quoted = false;
	for (const byte of bytes) if (byte === quote) quoted = !quoted;
	else if (byte === lineFeed && !quoted) records += 1;
	return records;
};

// packages/verify/src/population.ts
const no = (why) => ({
	_tag: "NoPopulation",
	why
});
const isPlainId = (id) => /^[0-9A-Za-z][0-9A-Za-z_-]{0,99}$/.test(id);
/** A cell for reading: without the tab that keeps spreadsheets from taking it for a formula. */
const shown = (cell) => plain((cell ?? "").replace(/^\t/, ""));
/** Reads `population.csv`. */
const readPopulation = (bytes) => {
	const text = textOf(bytes);
	if (text === void 0) return no("Its text is not UTF-8.");
	const csv = readCsv(text);
	if (csv._tag === "NotCsv") return no(csv.why);
	const [header = "", ...rows] = csv.lines;
	const columns = csv.cells(header);
	const [name, day] = [columns.indexOf("name"), columns.indexOf("last_working_day")];
	if (columns[0] !== "leaver_id" || name === -1 || day === -1) return no("Its first column must be leaver_id, and it must have the columns name and last_working_day.");
	const leavers = /* @__PURE__ */ new Map();
	for (const [index, line] of rows.entries()) {
		const cells = csv.cells(line);
		const id = line.slice(0, line.indexOf(","));
		if (!isPlainId(id)) return no(`Line ${index + 2} does not begin with a plain leaver_id.`);
		if (leavers.has(id)) return no(`The leaver ${id} has two rows.`);
		leavers.set(id, {
			line,
			name: shown(cells[name]),
			lastWorkingDay: shown(cells[day])
		});
	}
	return {
		_tag: "Population",
		population: {
			sha256: sha256Hex(bytes),
			leavers,
			sampleOf: (ids) => utf8([header, ...ids.map((id) => leavers.get(id)?.line ?? "")].map((line) => `${line}\r\n`).join(""))
		}
	};
};

// packages/verify/src/sample-read.ts
const isCount$1 = (value) => typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
const isTexts = (value) => Array.isArray(value) && value.every((item) => typeof item === "string");
/** Reads `sample.json`; undefined when a field of it is missing or malformed. */
const readSample = (bytes) => {
	const text = textOf(bytes);
	const reading = text === void 0 ? void 0 : readJson(text);
	if (reading?._tag !== "Json" || !isObject(reading.value)) return void 0;
	const json = reading.value;
	const populationSha256 = field(json, "population_sha256");
	const populationRows = field(json, "population_rows");
	const populationSeq = field(json, "population_seq");
	const anchorId = field(json, "anchor_id");
	const anchorHash = field(json, "anchor_hash");
	const anchoredAt = field(json, "anchored_at");
	const words = field(json, "words");
	const seed = field(json, "seed");
	const size = field(json, "size");
	const drawn = field(json, "drawn");
	return field(json, "format") === "svc-leaver-test-sample/v1" && isHash(populationSha256) && isCount$1(populationRows) && isSeq(populationSeq) && isId(anchorId) && isHash(anchorHash) && isTime(anchoredAt) && typeof words === "string" && isHash(seed) && isCount$1(size) && isTexts(drawn) ? {
		populationSha256,
		populationRows,
		populationSeq,
		anchorId,
		anchorHash,
		anchoredAt,
		words,
		seed,
		size,
		drawn
	} : void 0;
};

// packages/verify/src/leaver-check.ts
const always = [
	"population.csv",
	"removals.csv",
	"completeness.json",
	"statistics.json",
	"sample.json",
	"sample.csv",
	"assessment-results.json",
	"report.pdf",
	"audit.json",
	"anchors.json"
];
const fixedAction = "leaver_test_population_fixed";
const fixedDetails = /^population sha256: ([0-9a-f]{64}), rows: (\d{1,15}), words sha256: ([0-9a-f]{64}), sample size: (\d{1,15})$/;
const leavers = (count) => `${count.toLocaleString("en")} ${count === 1 ? "leaver" : "leavers"}`;
const checkManifestFields = ({ chain, listed, manifest, manifestPath, zip }, findings) => {
	const at = { file: `${zip} › ${manifestPath}` };
	const orgId = field(manifest, "org_id");
	if (!isId(orgId) || !isId(field(manifest, "leaver_test_id")) || !isTime(field(manifest, "created_at"))) findings.failed("The manifest is not as the service writes manifests.", "It must hold org_id, leaver_test_id and created_at.", at);
	else if (chain !== void 0 && chain.orgId !== orgId) findings.failed("The leaver test belongs to another organisation than the entries in it.", `It says ${orgId}, they say ${chain.orgId}.`, at);
	for (const path of always.filter((name) => !listed.has(name))) findings.failed("A file that every leaver test has is missing.", "The manifest does not list it.", { file: `${zip} › ${path}` });
};
const readParts = ({ files, zip }, findings) => {
	const populationBytes = files.get("population.csv");
	const reading = populationBytes === void 0 ? void 0 : readPopulation(populationBytes);
	if (reading?._tag === "NoPopulation") findings.failed("The population could not be read.", reading.why, { file: `${zip} › population.csv` });
	const sampleBytes = files.get("sample.json");
	const said = sampleBytes === void 0 ? void 0 : readSample(sampleBytes);
	if (sampleBytes !== void 0 && said === void 0) findings.failed("The draw could not be read.", "A field of sample.json is missing or malformed.", { file: `${zip} › sample.json` });
	return {
		population: reading?._tag === "Population" ? reading.population : void 0,
		said
	};
};
/** Holds the population and the words against the entry by which they were fixed; answers that entry. */
const checkFixed = ({ chain, intact, zip }, population, said, findings) => {
	const audit = `${zip} › audit.json`;
	const row = [...chain?.rows.values() ?? []].find(({ seq }) => seq === said.populationSeq);
	if (row?.action !== fixedAction) {
		findings.failed("The entry that fixed the population is not there.", `sample.json says that it is entry ${said.populationSeq}; audit.json ${chain === void 0 ? "could not be read" : row === void 0 ? "does not show that entry" : `has ${row.action} there`}.`, {
			file: audit,
			seq: said.populationSeq
		});
		return;
	}
	const where = {
		file: audit,
		seq: row.seq,
		id: row.id
	};
	const [, sha256 = "", rows = "", wordsSha256 = "", size = ""] = fixedDetails.exec(splitDetails(row.details).said) ?? [];
	if (sha256 === "") {
		findings.failed(`Entry ${row.seq} does not say what it fixed.`, "It must name the SHA-256 and the rows of the population, the SHA-256 of the words and the size of the sample.", where);
		return;
	}
	const failures = findings.failures();
	const count = population.leavers.size;
	if (sha256 !== population.sha256 || Number(rows) !== count) findings.failed("The population is not the one that was fixed before the draw.", `Its SHA-256 is ${population.sha256}, it has ${count} rows; entry ${row.seq} fixed ${sha256} with ${rows} rows.`, {
		file: `${zip} › population.csv`,
		seq: row.seq,
		id: row.id
	});
	const draws = {
		file: `${zip} › sample.json`,
		seq: row.seq,
		id: row.id
	};
	if (said.populationSha256 !== population.sha256 || said.populationRows !== count) findings.failed("The draw names another population.", "Its SHA-256 or its rows are not those of population.csv.", { file: `${zip} › sample.json` });
	if (sha256Hex(said.words) !== wordsSha256) findings.failed("The words are not those that were fixed before the draw.", `The SHA-256 that entry ${row.seq} names is not that of the words in sample.json.`, draws);
	if (Math.min(said.size, count) !== Math.min(Number(size), count)) findings.failed("The size of the sample is not the one that was fixed before the draw.", `sample.json says ${said.size}, entry ${row.seq} fixed ${size}.`, draws);
	if (findings.failures() === failures && intact) findings.proven(`The population of ${leavers(count)}, the words and the size of the sample are those that the log fixed.`, `Entry ${row.seq} (${fixedAction}) names the SHA-256 and the rows of population.csv, the SHA-256 of the words and the size.`, where);
	return row;
};
const unsignedWhy = {
	unsigned: "It carries no signature",
	foreign: "It is signed with a key that is not at hand"
};
/** Finds the anchor that the draw names, and whether it covers the entry that fixed the population. */
const checkAnchor = ({ anchors, chain, intact, zip }, said, fixed, keys, findings) => {
	const anchor = anchors.find(({ id }) => id === said.anchorId);
	const page = `${zip} › anchors.json`;
	if (anchor === void 0) {
		findings.failed("The anchor that the draw follows from is not there.", `sample.json names ${said.anchorId}.`, { file: page });
		return;
	}
	if (anchor.entryHash !== said.anchorHash || anchor.anchoredAt !== said.anchoredAt) findings.failed("The draw names its anchor with another hash or time.", `In anchors.json it is over ${anchor.entryHash} and of ${anchor.anchoredAt}.`, { file: `${zip} › sample.json` });
	const seq = chain?.numbers.get(anchor.entryHash);
	if (chain === void 0 || fixed === void 0) return anchor;
	if (seq === void 0 || seq < fixed.seq) {
		findings.failed("The anchor that the draw follows from does not cover the population.", seq === void 0 ? "It is over no entry of audit.json." : `It is over entry ${seq}; the population was fixed only by entry ${fixed.seq}.`, {
			file: page,
			id: anchor.entryId
		});
		return anchor;
	}
	const { standing } = judgeAnchor(anchor, anchor.orgId ?? chain.orgId, keys);
	const unsigned = unsignedWhy[standing];
	if (unsigned !== void 0) findings.notShown("That nobody chose the anchor of the draw.", `${unsigned}: whoever made these files could have made log, anchor and draw anew until the sample pleased.`, {
		file: page,
		id: anchor.entryId
	});
	else if (standing !== "bad" && intact) findings.proven("The population was fixed before the anchor was made from which the draw follows.", `The signed anchor of ${anchor.anchoredAt} is over entry ${seq}, whose hash covers entry ${fixed.seq}.`, {
		file: page,
		seq,
		id: anchor.entryId
	});
	return anchor;
};
const firstDifference = (one, other) => one.findIndex((item, index) => item !== other[index]);
/** Draws the sample anew, and holds `sample.json` and `sample.csv` against it. */
const checkDraw = ({ files, zip }, population, said, anchorHash, findings) => {
	const failures = findings.failures();
	const seed = seedOf({
		populationSha256: population.sha256,
		anchorHash,
		words: said.words
	});
	const drawn = draw(seed, population.leavers.keys(), said.size).map(({ leaverId }) => leaverId);
	const at = { file: `${zip} › sample.json` };
	if (seed !== said.seed) findings.failed("The seed of the draw is another one.", `By the rule it is ${seed}; sample.json says ${said.seed}.`, at);
	if (drawn.length !== said.drawn.length || firstDifference(drawn, said.drawn) !== -1) {
		const place = Math.max(0, firstDifference(drawn, said.drawn));
		findings.failed("The sample is not the one that the rule draws.", drawn.length === said.drawn.length ? `At place ${place + 1} the rule draws ${drawn[place]}; sample.json says ${said.drawn[place]}.` : `The rule draws ${drawn.length}; sample.json lists ${said.drawn.length}.`, at);
	}
	const written = files.get("sample.csv");
	const expected = population.sampleOf(drawn);
	if (written !== void 0 && !sameBytes(written, expected)) {
		const lines = textOf(expected)?.split("\r\n") ?? [];
		const line = firstDifference(lines, textOf(written)?.split("\r\n") ?? []);
		findings.failed("sample.csv does not hold the rows that the rule draws.", line === -1 ? "It holds more than those rows of population.csv." : `It must hold those rows of population.csv as they stand there, in the order of the draw; line ${line + 1} differs.`, { file: `${zip} › sample.csv` });
	}
	if (findings.failures() === failures && written !== void 0) findings.proven(`The sample of ${leavers(drawn.length)} is the one that the published rule draws.`, `Drawn anew from population.csv, the anchor and the words${said.words === "" ? ", which are empty" : ""}: seed ${seed}. sample.csv holds their rows.`, { file: zip });
};
const tellOpen = ({ zip }, findings) => {
	findings.notShown("That no other sample was drawn before this one.", `A test can be made again, and each has another sample; each leaves an entry ${fixedAction} in the log. Draw one with words of your own, which nobody could foresee: verify.mjs --sample --words "…".`, { file: zip });
	findings.notShown("That the figures are right, and that nobody is missing from the population.", "The figures were not recounted here: they follow from population.csv and removals.csv by the published rule. What may be missing, completeness.json says as the service saw it.", { file: zip });
};
/**
* Whether the population was fixed in the log before the anchor was made, and whether the sample follows from both by
* the published rule (`docs/leaver-test.md`). Answers what a sample can be drawn from.
*/
const checkLeaverTest = (parts, keys, findings) => {
	checkManifestFields(parts, findings);
	const { population, said } = readParts(parts, findings);
	tellOpen(parts, findings);
	if (population === void 0 || said === void 0) return void 0;
	const fixed = checkFixed(parts, population, said, findings);
	const anchor = checkAnchor(parts, said, fixed, keys, findings);
	if (anchor === void 0) return void 0;
	checkDraw(parts, population, said, anchor.entryHash, findings);
	return {
		file: parts.zip,
		population,
		anchorHash: anchor.entryHash,
		words: said.words,
		size: said.size
	};
};

// packages/verify/src/manifest-check.ts
const isCount = (value) => typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
/** Holds every file of the ZIP against what the manifest lists; answers the paths that it lists. */
const checkFiles = (what, zip, manifestPath, manifest, files, findings) => {
	const failures = findings.failures();
	const listed = field(manifest, "files");
	const paths = /* @__PURE__ */ new Set();
	for (const item of Array.isArray(listed) ? listed : [void 0]) {
		const path = isObject(item) ? textField(item, "path") : void 0;
		const size = isObject(item) ? field(item, "size") : void 0;
		const sha256 = isObject(item) ? textField(item, "sha256") : void 0;
		if (path === void 0 || sha256 === void 0 || !isCount(size)) {
			findings.failed("The manifest is not as the service writes manifests.", "It must list files with path, size and sha256.", { file: `${zip} › ${manifestPath}` });
			continue;
		}
		const content = files.get(path);
		const where = { file: `${zip} › ${path}` };
		if (paths.has(path)) findings.failed("A file is listed twice in the manifest.", "Each may be listed once.", where);
		paths.add(path);
		if (content === void 0) findings.failed(`A file of the ${what} is missing.`, "The manifest lists it.", where);
		else if (content.length !== size || sha256Hex(content) !== sha256) findings.failed(`A file of the ${what} was changed.`, "Its size or SHA-256 is not what the manifest says.", where);
	}
	for (const path of files.keys()) {
		if (paths.has(path) || path === manifestPath || path === `${manifestPath}.sig`) continue;
		findings.failed(`A file was added to the ${what}.`, "The manifest does not list it.", { file: `${zip} › ${path}` });
	}
	if (findings.failures() === failures) {
		findings.proven(`All ${paths.size} files of the ${what} are the ones that its manifest lists; none is missing, none was added.`, "Their sizes and SHA-256 are those of the manifest.", { file: zip });
		const key = files.get("signing-key.pem");
		const own = key === void 0 ? void 0 : readKey(textOf(key) ?? "");
		const keyId = textField(manifest, "key_id");
		if (own?._tag === "Key" && keyId !== void 0 && keyId !== own.key.keyId) findings.failed("The manifest names another key than the one that came with it.", `It names ${keyId.slice(0, 40)}; signing-key.pem is ${own.key.keyId}.`, { file: `${zip} › ${manifestPath}` });
	}
	return paths;
};
/** A ZIP with a manifest: every file against it, and the manifest's signature. `what` is what people call such a ZIP. */
const checkManifest = (what, zip, manifestPath, manifest, files, keys, findings) => {
	const paths = checkFiles(what, zip, manifestPath, manifest, files, findings);
	const keyId = textField(manifest, "key_id") ?? null;
	const file = `${zip} › ${manifestPath}`;
	const signaturePath = `${manifestPath}.sig`;
	const signature = files.get(signaturePath);
	const bytes = files.get(manifestPath);
	if (signature === void 0 || bytes === void 0) {
		if (keyId !== null) findings.failed("The signature of the manifest is missing.", `The manifest says that the key ${keyId.slice(0, 40)} signed it.`, { file: `${zip} › ${signaturePath}` });
		findings.notShown(`Who made the ${what}.`, "Its manifest is not signed: a file and what the manifest says of it could have been changed together.", { file: zip });
		return {
			vouched: false,
			paths
		};
	}
	if (keys.judge(signature, bytes, keyId).standing === "bad") findings.failed("The signature does not fit the manifest.", "It was changed, or the manifest or the key was.", { file: `${zip} › ${signaturePath}` });
	return {
		vouched: tellSignature(file, bytes, signature, keyId, keys, findings),
		paths
	};
};

// node_modules/fflate/esm/index.mjs
var require = createRequire("/");
var _a;
var Worker;
var isMarkedAsUntransferable;
try {
	_a = require("worker_threads"), Worker = _a.Worker, isMarkedAsUntransferable = _a.isMarkedAsUntransferable;
} catch (e) {}
var u8 = Uint8Array;
var u16 = Uint16Array;
var i32 = Int32Array;
var fleb = new u8([
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	1,
	1,
	1,
	1,
	2,
	2,
	2,
	2,
	3,
	3,
	3,
	3,
	4,
	4,
	4,
	4,
	5,
	5,
	5,
	5,
	0,
	0,
	0,
	0
]);
var fdeb = new u8([
	0,
	0,
	0,
	0,
	1,
	1,
	2,
	2,
	3,
	3,
	4,
	4,
	5,
	5,
	6,
	6,
	7,
	7,
	8,
	8,
	9,
	9,
	10,
	10,
	11,
	11,
	12,
	12,
	13,
	13,
	0,
	0
]);
var clim = new u8([
	16,
	17,
	18,
	0,
	8,
	7,
	9,
	6,
	10,
	5,
	11,
	4,
	12,
	3,
	13,
	2,
	14,
	1,
	15
]);
var freb = function(eb, start) {
	var b = new u16(31);
	for (var i = 0; i < 31; ++i) b[i] = start += 1 << eb[i - 1];
	var r = new i32(b[30]);
	for (var i = 1; i < 30; ++i) for (var j = b[i]; j < b[i + 1]; ++j) r[j] = j - b[i] << 5 | i;
	return {
		b,
		r
	};
};
var _a = freb(fleb, 2);
var fl = _a.b;
var revfl = _a.r;
fl[28] = 258, revfl[258] = 28;
var _b = freb(fdeb, 0);
var fd = _b.b;
var revfd = _b.r;
var rev = new u16(32768);
for (var i = 0; i < 32768; ++i) {
	var x = (i & 43690) >> 1 | (i & 21845) << 1;
	x = (x & 52428) >> 2 | (x & 13107) << 2;
	x = (x & 61680) >> 4 | (x & 3855) << 4;
	rev[i] = ((x & 65280) >> 8 | (x & 255) << 8) >> 1;
}
var hMap = (function(cd, mb, r) {
	var s = cd.length;
	var i = 0;
	var l = new u16(mb);
	for (; i < s; ++i) if (cd[i]) ++l[cd[i] - 1];
	var le = new u16(mb);
	for (i = 1; i < mb; ++i) le[i] = le[i - 1] + l[i - 1] << 1;
	var co;
	if (r) {
		co = new u16(1 << mb);
		var rvb = 15 - mb;
		for (i = 0; i < s; ++i) if (cd[i]) {
			var sv = i << 4 | cd[i];
			var r_1 = mb - cd[i];
			var v = le[cd[i] - 1]++ << r_1;
			for (var m = v | (1 << r_1) - 1; v <= m; ++v) co[rev[v] >> rvb] = sv;
		}
	} else {
		co = new u16(s);
		for (i = 0; i < s; ++i) if (cd[i]) co[i] = rev[le[cd[i] - 1]++] >> 15 - cd[i];
	}
	return co;
});
var flt = new u8(288);
for (var i = 0; i < 144; ++i) flt[i] = 8;
for (var i = 144; i < 256; ++i) flt[i] = 9;
for (var i = 256; i < 280; ++i) flt[i] = 7;
for (var i = 280; i < 288; ++i) flt[i] = 8;
var fdt = new u8(32);
for (var i = 0; i < 32; ++i) fdt[i] = 5;
var flrm = /*#__PURE__*/ hMap(flt, 9, 1);
var fdrm = /*#__PURE__*/ hMap(fdt, 5, 1);
var max = function(a) {
	var m = a[0];
	for (var i = 1; i < a.length; ++i) if (a[i] > m) m = a[i];
	return m;
};
var bits = function(d, p, m) {
	var o = p / 8 | 0;
	return (d[o] | d[o + 1] << 8) >> (p & 7) & m;
};
var bits16 = function(d, p) {
	var o = p / 8 | 0;
	return (d[o] | d[o + 1] << 8 | d[o + 2] << 16) >> (p & 7);
};
var shft = function(p) {
	return (p + 7) / 8 | 0;
};
var slc = function(v, s, e) {
	if (s == null || s < 0) s = 0;
	if (e == null || e > v.length) e = v.length;
	return new u8(v.subarray(s, e));
};
var ec = [
	"unexpected EOF",
	"invalid block type",
	"invalid length/literal",
	"invalid distance",
	"stream finished",
	"no stream handler",
	,
	"no callback",
	"invalid UTF-8 data",
	"extra field too long",
	"date not in range 1980-2099",
	"filename too long",
	"stream finishing",
	"invalid zip data"
];
var err = function(ind, msg, nt) {
	var e = new Error(msg || ec[ind]);
	e.code = ind;
	if (Error.captureStackTrace) Error.captureStackTrace(e, err);
	if (!nt) throw e;
	return e;
};
var inflt = function(dat, st, buf, dict) {
	var sl = dat.length, dl = dict ? dict.length : 0;
	if (!sl || st.f && !st.l) return buf || new u8(0);
	var noBuf = !buf;
	var resize = noBuf || st.i != 2;
	var noSt = st.i;
	if (noBuf) buf = new u8(sl * 3);
	var cbuf = function(l) {
		var bl = buf.length;
		if (l > bl) {
			var nbuf = new u8(Math.max(bl * 2, l));
			nbuf.set(buf);
			buf = nbuf;
		}
	};
	var final = st.f || 0, pos = st.p || 0, bt = st.b || 0, lm = st.l, dm = st.d, lbt = st.m, dbt = st.n;
	var tbts = sl * 8;
	do {
		if (!lm) {
			final = bits(dat, pos, 1);
			var type = bits(dat, pos + 1, 3);
			pos += 3;
			if (!type) {
				var s = shft(pos) + 4, l = dat[s - 4] | dat[s - 3] << 8, t = s + l;
				if (t > sl) {
					if (noSt) err(0);
					break;
				}
				if (resize) cbuf(bt + l);
				buf.set(dat.subarray(s, t), bt);
				st.b = bt += l, st.p = pos = t * 8, st.f = final;
				continue;
			} else if (type == 1) lm = flrm, dm = fdrm, lbt = 9, dbt = 5;
			else if (type == 2) {
				var hLit = bits(dat, pos, 31) + 257, hcLen = bits(dat, pos + 10, 15) + 4;
				var tl = hLit + bits(dat, pos + 5, 31) + 1;
				pos += 14;
				var ldt = new u8(tl);
				var clt = new u8(19);
				for (var i = 0; i < hcLen; ++i) clt[clim[i]] = bits(dat, pos + i * 3, 7);
				pos += hcLen * 3;
				var clb = max(clt), clbmsk = (1 << clb) - 1;
				var clm = hMap(clt, clb, 1);
				for (var i = 0; i < tl;) {
					var r = clm[bits(dat, pos, clbmsk)];
					pos += r & 15;
					var s = r >> 4;
					if (s < 16) ldt[i++] = s;
					else {
						var c = 0, n = 0;
						if (s == 16) n = 3 + bits(dat, pos, 3), pos += 2, c = ldt[i - 1];
						else if (s == 17) n = 3 + bits(dat, pos, 7), pos += 3;
						else if (s == 18) n = 11 + bits(dat, pos, 127), pos += 7;
						while (n--) ldt[i++] = c;
					}
				}
				var lt = ldt.subarray(0, hLit), dt = ldt.subarray(hLit);
				lbt = max(lt);
				dbt = max(dt);
				lm = hMap(lt, lbt, 1);
				dm = hMap(dt, dbt, 1);
			} else err(1);
			if (pos > tbts) {
				if (noSt) err(0);
				break;
			}
		}
		if (resize) cbuf(bt + 131072);
		var lms = (1 << lbt) - 1, dms = (1 << dbt) - 1;
		var lpos = pos;
		for (;; lpos = pos) {
			var c = lm[bits16(dat, pos) & lms], sym = c >> 4;
			pos += c & 15;
			if (pos > tbts) {
				if (noSt) err(0);
				break;
			}
			if (!c) err(2);
			if (sym < 256) buf[bt++] = sym;
			else if (sym == 256) {
				lpos = pos, lm = null;
				break;
			} else {
				var add = sym - 254;
				if (sym > 264) {
					var i = sym - 257, b = fleb[i];
					add = bits(dat, pos, (1 << b) - 1) + fl[i];
					pos += b;
				}
				var d = dm[bits16(dat, pos) & dms], dsym = d >> 4;
				if (!d) err(3);
				pos += d & 15;
				var dt = fd[dsym];
				if (dsym > 3) {
					var b = fdeb[dsym];
					dt += bits16(dat, pos) & (1 << b) - 1, pos += b;
				}
				if (pos > tbts) {
					if (noSt) err(0);
					break;
				}
				if (resize) cbuf(bt + 131072);
				var end = bt + add;
				if (bt < dt) {
					var shift = dl - dt, dend = Math.min(dt, end);
					if (shift + bt < 0) err(3);
					for (; bt < dend; ++bt) buf[bt] = dict[shift + bt];
				}
				for (; bt < end; ++bt) buf[bt] = buf[bt - dt];
			}
		}
		st.l = lm, st.p = lpos, st.b = bt, st.f = final;
		if (lm) final = 1, st.m = lbt, st.d = dm, st.n = dbt;
	} while (!final);
	return bt != buf.length && noBuf ? slc(buf, 0, bt) : buf.subarray(0, bt);
};
var et = /*#__PURE__*/ new u8(0);
/**
* Streaming DEFLATE decompression
*/
var Inflate = /* @__PURE__ */ function() {
	function Inflate(opts, cb) {
		if (typeof opts == "function") cb = opts, opts = {};
		this.ondata = cb;
		var dict = opts && opts.dictionary && opts.dictionary.subarray(-32768);
		this.s = {
			i: 0,
			b: dict ? dict.length : 0
		};
		this.o = new u8(32768);
		this.p = new u8(0);
		if (dict) this.o.set(dict);
	}
	Inflate.prototype.e = function(c) {
		if (!this.ondata) err(5);
		if (this.d) err(4);
		if (!this.p.length) this.p = c;
		else if (c.length) {
			var n = new u8(this.p.length + c.length);
			n.set(this.p), n.set(c, this.p.length), this.p = n;
		}
	};
	Inflate.prototype.c = function(final) {
		this.s.i = +(this.d = final || false);
		var bts = this.s.b;
		var dt = inflt(this.p, this.s, this.o);
		this.ondata(slc(dt, bts, this.s.b), this.d);
		this.o = slc(dt, this.s.b - 32768), this.s.b = this.o.length;
		this.p = slc(this.p, this.s.p / 8 | 0), this.s.p &= 7;
	};
	/**
	* Pushes a chunk to be inflated
	* @param chunk The chunk to push
	* @param final Whether this is the final chunk
	*/
	Inflate.prototype.push = function(chunk, final) {
		this.e(chunk), this.c(final);
	};
	return Inflate;
}();
var td = typeof TextDecoder != "undefined" && /*#__PURE__*/ new TextDecoder();
var tds = 0;
try {
	td.decode(et, { stream: true });
	tds = 1;
} catch (e) {}

// packages/verify/src/zip.ts
const mostEntries = 5e3;
const mostBytes$1 = 1024 ** 3;
var Refused = class extends Error {
	/** The file in it that is to blame, if it is one. */
	path;
	constructor(why, path) {
		super(why);
		this.path = path;
	}
};
const refuse = (why, path) => {
	throw new Refused(why, path);
};
const refuseFile = (path) => refuse(`"${path}" in it is damaged.`, path);
const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
	let crc = byte;
	for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? crc >>> 1 ^ 3988292384 : crc >>> 1;
	return crc;
});
const crc32 = (bytes) => {
	let crc = 4294967295;
	for (const byte of bytes) crc = crc >>> 8 ^ (crcTable[(crc ^ byte) & 255] ?? 0);
	return (crc ^ 4294967295) >>> 0;
};
const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const damaged = "It is damaged: its parts do not stand where its directory says.";
/** Where the directory stands and how many entries it has, from the record at the very end. */
const findDirectory = (view) => {
	const earliest = Math.max(0, view.byteLength - 22 - 65535);
	for (let at = view.byteLength - 22; at >= earliest; at -= 1) {
		if (view.getUint32(at, true) !== 101010256 || at + 22 + view.getUint16(at + 20, true) !== view.byteLength) continue;
		const count = view.getUint16(at + 10, true);
		const size = view.getUint32(at + 12, true);
		const start = view.getUint32(at + 16, true);
		if (count !== 65535 && size !== 4294967295 && start !== 4294967295) return {
			count,
			start,
			end: start + size,
			at
		};
		if (at < 20 || view.getUint32(at - 20, true) !== 117853008) return refuse(damaged);
		const record = Number(view.getBigUint64(at - 12, true));
		if (record + 56 > at || view.getUint32(record, true) !== 101075792) return refuse(damaged);
		const begin = Number(view.getBigUint64(record + 48, true));
		return {
			count: Number(view.getBigUint64(record + 32, true)),
			start: begin,
			end: begin + Number(view.getBigUint64(record + 40, true)),
			at: record
		};
	}
	return refuse("It is cut short: the end of the ZIP is missing.");
};
/** Sizes and place that did not fit into 32 bits stand in an extra field, in this order, each only where it is needed. */
const wide = (view, from, to, narrow) => {
	for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true)) {
		if (view.getUint16(at, true) !== 1) continue;
		let next = at + 4;
		return narrow.map((value) => {
			if (value !== 4294967295) return value;
			next += 8;
			return next <= to ? Number(view.getBigUint64(next - 8, true)) : refuse(damaged);
		});
	}
	return narrow;
};
const nameOf = (bytes) => new TextDecoder("utf-8", { fatal: true }).decode(bytes);
const isPlainPath = (path) => /^[^\\\p{Cc}:]{1,300}$/u.test(path) && path.split("/").every((segment) => segment !== "" && segment !== "." && segment !== "..");
const readEntry = (bytes, view, at) => {
	if (view.getUint32(at, true) !== 33639248) return refuse(damaged);
	const nameEnd = at + 46 + view.getUint16(at + 28, true);
	const extraEnd = nameEnd + view.getUint16(at + 30, true);
	const path = nameOf(bytes.subarray(at + 46, nameEnd));
	if ((view.getUint16(at + 8, true) & 1) === 1) return refuse("Its files are encrypted with a password.");
	if ((view.getUint32(at + 38, true) >>> 16 & 61440) === 40960) return refuse(`"${path.slice(0, 80)}" in it is no file but a link to another place.`);
	const narrow = [
		view.getUint32(at + 24, true),
		view.getUint32(at + 20, true),
		view.getUint32(at + 42, true)
	];
	const [size = 0, packed = 0, header = 0] = wide(view, nameEnd, extraEnd, narrow);
	return {
		entry: {
			path,
			method: view.getUint16(at + 10, true),
			crc: view.getUint32(at + 16, true),
			packed,
			size,
			header
		},
		next: extraEnd + view.getUint16(at + 32, true)
	};
};
const mostRatio = 1040;
const inflate = (packed, entry) => {
	if (entry.size > packed.length * mostRatio) return refuse(damaged);
	const out = new Uint8Array(entry.size);
	let length = 0;
	const inflater = new Inflate((chunk) => {
		if (length + chunk.length > out.length) refuse(`"${entry.path}" in it unpacks to more than it says.`);
		out.set(chunk, length);
		length += chunk.length;
	});
	const step = 16384;
	try {
		for (let at = 0; at < packed.length; at += step) inflater.push(packed.subarray(at, at + step), at + step >= packed.length);
	} catch (error) {
		return error instanceof Refused ? refuse(error.message, entry.path) : refuseFile(entry.path);
	}
	return length === out.length ? out : refuseFile(entry.path);
};
const contentOf = (bytes, view, entry, directory) => {
	if (view.getUint32(entry.header, true) !== 67324752) return refuse(damaged);
	const nameEnd = entry.header + 30 + view.getUint16(entry.header + 26, true);
	const start = nameEnd + view.getUint16(entry.header + 28, true);
	const end = start + entry.packed;
	if (end > directory || nameOf(bytes.subarray(entry.header + 30, nameEnd)) !== entry.path) return refuse(damaged);
	const packed = bytes.subarray(start, end);
	if (entry.method !== 0 && entry.method !== 8) return refuse(`"${entry.path}" in it is packed in an unknown way.`);
	const content = entry.method === 0 ? packed : inflate(packed, entry);
	if (content.length !== entry.size || crc32(content) !== entry.crc) return refuseFile(entry.path);
	return {
		content,
		start: entry.header,
		end
	};
};
const unpack = (bytes) => {
	const view = viewOf(bytes);
	const directory = findDirectory(view);
	if (directory.count > mostEntries) return refuse(`It holds more than ${mostEntries} files.`);
	if (directory.end > directory.at) return refuse(damaged);
	const entries = /* @__PURE__ */ new Map();
	let total = 0;
	for (let at = directory.start, left = directory.count; left > 0; left -= 1) {
		const { entry, next } = readEntry(bytes, view, at);
		at = next;
		total += entry.size;
		if (total > mostBytes$1) return refuse("Unpacked it would be larger than 1 GiB.");
		if (entry.path.endsWith("/") && entry.size === 0) continue;
		if (!isPlainPath(entry.path)) return refuse(`It holds a file with a path that leads elsewhere: "${entry.path.slice(0, 80)}".`);
		if (entries.has(entry.path)) return refuse(`"${entry.path}" is in it twice.`);
		entries.set(entry.path, entry);
	}
	const files = /* @__PURE__ */ new Map();
	const ends = [];
	for (const entry of entries.values()) {
		const { content, end, start } = contentOf(bytes, view, entry, directory.start);
		if (ends.some((other) => start < other.end && other.start < end)) return refuse("Files in it lie upon each other.");
		ends.push({
			start,
			end
		});
		files.set(entry.path, content);
	}
	return files;
};
/** Opens a ZIP whole, in memory: at most 5,000 files and 1 GiB, and only if its directory tells the truth. */
const readZip = (bytes) => {
	try {
		return {
			_tag: "Zip",
			files: unpack(bytes)
		};
	} catch (error) {
		if (!(error instanceof Refused)) return {
			_tag: "NoZip",
			why: damaged
		};
		return {
			_tag: "NoZip",
			why: error.message,
			...error.path === void 0 ? {} : { path: error.path }
		};
	}
};

// packages/verify/src/subjects.ts
const tellCount = (file, json, length, findings) => {
	const said = field(json, "row_count");
	if (said !== length) findings.failed("The number of entries is not the one that the file says.", `It says ${String(said).slice(0, 30)} and holds ${length}.`, { file });
};
const readExport = async (file, subject, json, run) => {
	const { breathe, findings, gathered } = run;
	const rows = field(json, "rows");
	const skeleton = field(json, "skeleton") ?? [];
	if (!Array.isArray(rows) || !Array.isArray(skeleton) || !isTime(field(json, "exported_at"))) {
		findings.unreadable("The export could not be read.", "It must hold exported_at, rows and skeleton.", { file });
		return;
	}
	tellCount(file, json, rows.length, findings);
	const chain = await checkChain(file, {
		rows,
		skeleton
	}, findings, breathe);
	if (chain !== void 0) gathered.chains.push({
		chain,
		subject
	});
	gathered.hasReadableTexts ||= rows.some((row) => isObject(row) && textField(row, "target_text") !== void 0);
};
const carryKey = (file, pem, keyId, run) => {
	const reading = readKey(pem);
	if (reading._tag === "NoKey") run.findings.failed("The key that came with the file is none.", reading.why, { file });
	else if (keyId !== void 0 && keyId !== reading.key.keyId) run.findings.failed("The key that came with the file has another name than it says.", `It is ${reading.key.keyId}, not ${keyId.slice(0, 40)}.`, { file });
	else run.keys.carry(reading.key);
};
const gatherAnchors = (file, json, run) => {
	const anchors = readAnchors(file, json, run.findings);
	run.gathered.anchors.push(...anchors.slice(0, 1e4));
	if (anchors.length > 1e4) run.findings.unreadable("Not all anchors were read.", "There are more than 10,000.", { file });
	if (isObject(json)) {
		const former = field(json, "former_keys");
		for (const key of [field(json, "key"), ...Array.isArray(former) ? former.slice(0, 100) : []]) {
			const pem = isObject(key) ? textField(key, "public_key_pem") : void 0;
			if (isObject(key) && pem !== void 0) carryKey(file, pem, textField(key, "key_id"), run);
		}
		const contradicted = field(json, "contradicted");
		if (Array.isArray(contradicted) && contradicted.length > 0) run.findings.failed("The service itself marks anchors as contradicted.", `${contradicted.length} of the anchors kept outside of the database are no longer part of its log: it was rolled back or rewritten.`, { file });
	}
	return anchors;
};
const readArchive = async (file, subject, json, run) => {
	const { breathe, findings, gathered } = run;
	const entries = field(json, "entries");
	const page = field(json, "anchors");
	const orgId = field(json, "org_id");
	if (!Array.isArray(entries) || !isObject(page) || !isId(orgId) || !isTime(field(json, "archived_at"))) {
		findings.unreadable("The archive could not be read.", "It must hold org_id, archived_at, entries and anchors.", { file });
		return;
	}
	tellCount(file, json, entries.length, findings);
	const chain = await checkChain(file, {
		rows: entries,
		skeleton: []
	}, findings, breathe);
	const anchors = gatherAnchors(file, page, run);
	if (chain === void 0) return;
	gathered.chains.push({
		chain,
		subject
	});
	if (chain.orgId !== orgId) findings.failed("The archive belongs to another organisation than its entries.", `It says ${orgId}, they say ${chain.orgId}.`, { file });
	if (!anchors.some(({ entryHash }) => entryHash === chain.hashes.get(chain.last))) findings.notShown("That the archive holds all entries up to its making.", "No anchor in it is over its last entry.", { file });
};
const tellPlain = (file, kind, findings) => {
	findings.notShown(`The entries of the ${kind} one by one.`, kind === "CSV" ? "A CSV shows readable texts, with a tab before cells that a spreadsheet would take for a formula: no hash can be made from them. Only a signature over the whole file can be checked; export JSON to check each entry." : "A PDF is a readable copy: no hash can be made from it. Only a signature over the whole file can be checked; export JSON to check each entry.", { file });
};
/** Reads what may stand alone or in a ZIP. */
const readContent = async (file, subject, bytes, shape, run, isPart = false) => {
	switch (shape._tag) {
		case "Export":
			if (!isPart) run.gathered.exported.push({
				file,
				sha256: sha256Hex(bytes),
				action: "audit_log_exported"
			});
			return readExport(file, subject, shape.json, run);
		case "Archive":
			run.gathered.exported.push({
				file,
				sha256: sha256Hex(bytes),
				action: "audit_log_archived"
			});
			return readArchive(file, subject, shape.json, run);
		case "Anchors":
			gatherAnchors(file, shape.json, run);
			return;
		case "Csv":
		case "Pdf":
			run.gathered.exported.push({
				file,
				sha256: sha256Hex(bytes),
				action: "audit_log_exported"
			});
			return tellPlain(file, shape._tag === "Csv" ? "CSV" : "PDF", run.findings);
		default: return;
	}
};
const readContainer = async (zip, bytes, run) => {
	const { findings, gathered, keys } = run;
	const reading = readZip(bytes);
	if (reading._tag === "NoZip") {
		const file = reading.path === void 0 ? zip : `${zip} › ${reading.path}`;
		findings.unreadable("The ZIP was not opened.", reading.why, { file });
		return;
	}
	const files = reading.files;
	const shapes = [...files].map(([path, content]) => ({
		path,
		content,
		shape: shapeOf(content)
	}));
	for (const { path, shape } of shapes) if (shape._tag === "Key") carryKey(`${zip} › ${path}`, shape.pem, void 0, run);
	const manifested = shapes.find(({ shape }) => shape._tag === "Evidence" || shape._tag === "LeaverTest")?.shape._tag;
	const isLeaverTest = manifested === "LeaverTest" || manifested === void 0 && files.has("population.csv");
	if (manifested !== void 0) {
		const action = isLeaverTest ? "leaver_test_ready" : "evidence_exported";
		gathered.exported.push({
			file: zip,
			sha256: sha256Hex(bytes),
			action
		});
	}
	const failures = findings.failures();
	for (const { content, path, shape } of shapes) {
		if (isLeaverTest && path !== "audit.json" && path !== "anchors.json") continue;
		await readContent(`${zip} › ${path}`, zip, content, shape, run, isLeaverTest || manifested !== void 0);
	}
	const intact = findings.failures() === failures;
	const chainsHere = () => gathered.chains.flatMap(({ chain, subject }) => subject === zip ? [chain] : []);
	const broken = shapes.find(({ path }) => path === "manifest.json")?.shape;
	const hadOne = files.has("manifest.json.sig") || broken !== void 0 && files.has("audit.json");
	if (manifested === void 0 && (isLeaverTest || hadOne)) findings.failed("The manifest is missing or broken.", `Without it nothing says what belongs into this ZIP.${broken?._tag === "Unknown" ? ` ${broken.why}` : ""}`, { file: `${zip} › manifest.json` });
	let vouched = false;
	let known = false;
	for (const { path, shape } of shapes) if (shape._tag === "Bundle") {
		const bundle = checkBundle(zip, path, shape.json, files, keys, findings);
		const inner = shapes.find((other) => other.path === bundle.file);
		if (inner !== void 0) {
			if (inner.shape._tag === "Export" && (field(inner.shape.json, "exported_at") !== field(shape.json, "exported_at") || field(inner.shape.json, "row_count") !== field(shape.json, "row_count")) || inner.shape._tag === "Csv" && csvRecords(inner.content) - 1 !== field(shape.json, "row_count") || field(shape.json, "algorithm") !== "Ed25519") findings.failed("The bundle describes another export.", "Its time, its number of entries or its kind of signature is not that of the export file.", { file: `${zip} › ${path}` });
		}
		[vouched, known] = [vouched || bundle.vouched, true];
	} else if (shape._tag === "Evidence") {
		const evidence = checkManifest("evidence", zip, path, shape.json, files, keys, findings);
		checkCase({
			zip,
			manifest: path
		}, shape.json, chainsHere(), findings);
		[vouched, known] = [vouched || evidence.vouched, true];
	} else if (shape._tag === "LeaverTest") {
		const manifest = checkManifest("leaver test", zip, path, shape.json, files, keys, findings);
		const drawable = checkLeaverTest({
			zip,
			manifestPath: path,
			manifest: shape.json,
			listed: manifest.paths,
			files,
			chain: chainsHere().find(({ file }) => file === `${zip} › audit.json`),
			intact,
			anchors: gathered.anchors.filter(({ file }) => file === `${zip} › anchors.json`)
		}, keys, findings);
		if (drawable !== void 0) gathered.drawables.push(drawable);
		[vouched, known] = [vouched || manifest.vouched, true];
	}
	if (!known && chainsHere().length === 0) {
		findings.unreadable("Nothing in the ZIP could be checked.", "It is no export bundle, no evidence of a case and no leaver test.", { file: zip });
		return;
	}
	gathered.vouched.set(zip, vouched);
	gathered.wholes.add(zip);
};
/** Reads one input that was given, whatever it is, except keys and signatures. */
const readSubject = async (name, bytes, shape, run) => {
	switch (shape._tag) {
		case "Zip": return readContainer(name, bytes, run);
		case "Unknown": return run.findings.unreadable("The file could not be read.", shape.why, { file: name });
		case "OtherJson": return run.findings.unreadable("The file could not be checked.", "It is JSON, but none of the service's verifiable files.", { file: name });
		case "Bundle":
		case "Evidence":
		case "LeaverTest": return run.findings.notShown("Anything by this file alone.", "It describes other files: give the whole ZIP that it came in.", { file: name });
		case "Key":
		case "Signature": return;
		case "Anchors":
			await readContent(name, name, bytes, shape, run);
			return;
		default:
			run.gathered.vouched.set(name, false);
			return readContent(name, name, bytes, shape, run);
	}
};

// packages/verify/src/trust.ts
/** The keys of one run. */
var Keys = class {
	given;
	carried = [];
	constructor(given) {
		this.given = given;
	}
	/** A key that a file brought along; it vouches for nothing until its fingerprint is compared. */
	carry(key) {
		if (!this.carried.some(({ keyId }) => keyId === key.keyId)) this.carried.push(key);
	}
	/** Which key made the signature. Keys from files are asked only where the auditor brought none. */
	judge(signature, message, keyId) {
		const keys = this.given.length > 0 ? this.given : this.carried;
		const named = keyId === null ? keys : keys.filter((key) => key.keyId === keyId);
		const key = named.find((candidate) => isSignedBy(candidate, signature, message));
		if (key !== void 0) return {
			standing: this.given.length > 0 ? "given" : "carried",
			key
		};
		return { standing: named.length === 0 ? "foreign" : "bad" };
	}
};

// packages/verify/src/verify.ts
const headlines = {
	proven: "Everything that was checked holds",
	unvouched: "The files fit together, but no key of yours vouches for all of them",
	failed: "Something does not hold",
	unreadable: "Nothing was proven"
};
const verdictOf = (findings, { partly, vouched }) => {
	const has = (outcome) => findings.some((finding) => finding.outcome === outcome);
	if (has("failed")) return "failed";
	if (has("unreadable") || !has("proven")) return "unreadable";
	return vouched.size > 0 && partly.size === 0 && [...vouched.values()].every(Boolean) ? "proven" : "unvouched";
};
/** A key that lies among the files may be the forger's: only one that was given as a key is the auditor's. */
const readKeys = (inputs, run) => {
	const given = [];
	const carried = [];
	for (const { as, name, shape } of inputs) {
		if (shape._tag !== "Key") continue;
		const reading = readKey(shape.pem);
		if (reading._tag === "Key") (as === "Key" ? given : carried).push(reading.key);
		else run.findings.unreadable("The key could not be used.", reading.why, { file: name });
	}
	const keys = new Keys(given);
	for (const key of carried) keys.carry(key);
	return keys;
};
/** Detached signatures given beside the files: each must belong to one of them. */
const checkDetached = (inputs, { findings, gathered, keys }) => {
	const signable = inputs.filter(({ shape }) => ![
		"Key",
		"Signature",
		"Unknown"
	].includes(shape._tag));
	for (const { name, shape } of inputs) {
		if (shape._tag !== "Signature") continue;
		if (keys.given.length + keys.carried.length === 0) {
			findings.notShown("What the signature belongs to.", "There is no key to check it with.", { file: name });
			continue;
		}
		const signed = signable.map((input) => ({
			...input,
			...keys.judge(shape.signature, input.bytes, null)
		})).find(({ standing }) => standing === "given" || standing === "carried");
		if (signed === void 0) {
			findings.failed("The signature fits none of the files.", "The file it belongs to was changed or is not here, or the key is another one.", { file: name });
			continue;
		}
		const isGiven = signed.standing === "given";
		if (isGiven) gathered.vouched.set(signed.name, true);
		findings.proven(`The file is signed with the key that ${isGiven ? "you gave" : "came with the files"}, and not a byte of it was changed since.`, `The signature ${name} (Ed25519, key ${signed.key?.keyId}) fits its exact bytes.`, { file: signed.name });
	}
};
const checkAnchors = ({ findings, gathered, keys }) => {
	const { anchors, chains, partly, vouched, wholes } = gathered;
	const orgIds = [...new Set(chains.map(({ chain }) => chain.orgId))];
	for (const file of new Set(anchors.map((anchor) => anchor.file))) {
		const own = anchors.filter((anchor) => anchor.file === file);
		const page = tellSignatures(file, own, orgIds, keys, findings);
		if (chains.length === 0) {
			vouched.set(file, page.vouched > 0);
			if (page.vouched > 0 && page.vouched < own.length) partly.add(file);
		}
		const stranger = own.find(({ orgId }) => orgId !== void 0 && orgIds.length > 0 && !orgIds.includes(orgId));
		if (stranger !== void 0) findings.failed("The anchors are of another organisation than the entries.", `They name ${stranger.orgId}.`, { file });
	}
	for (const { chain, subject } of chains) {
		const { reach } = holdAgainst(chain, anchors, keys, findings);
		if (reach === 0 || wholes.has(subject) || vouched.get(subject) === true) continue;
		vouched.set(subject, true);
		if (reach < chain.last) partly.add(subject);
	}
};
const wanted = {
	Key: "public key",
	Anchors: "page of anchors",
	Signature: "signature"
};
/** What the input is, and whether it is what it was given as. */
const shapeAsGiven = ({ as, bytes }) => {
	const shape = shapeOf(bytes);
	return as === void 0 || shape._tag === as ? shape : {
		_tag: "Unknown",
		why: `It was given as a ${wanted[as]} and is none.`
	};
};
const check = async (inputs, run) => {
	const { findings, gathered } = run;
	const shaped = inputs.map((input) => ({
		...input,
		shape: shapeAsGiven(input)
	}));
	const keys = readKeys(shaped, run);
	const whole = {
		...run,
		keys
	};
	for (const { bytes, name, shape } of shaped) {
		await run.breathe();
		await readSubject(name, bytes, shape, whole);
	}
	checkDetached(shaped, whole);
	checkAnchors(whole);
	tellContinuity(gathered.chains.map(({ chain }) => chain), findings);
	tellExported(gathered, findings);
	for (const [file, isVouched] of gathered.vouched) if (keys.given.length > 0 && !isVouched) findings.failed(gathered.wholes.has(file) ? "The file as a whole is not signed with the key that you gave." : "The key that you gave vouches for nothing in this file.", gathered.wholes.has(file) ? "Without such a signature anything in it could have been exchanged, apart from entries that anchors vouch for." : "It bears no signature of that key, and no anchor signed with it is over one of its entries.", { file });
	tellClosing(gathered, keys, findings);
	return keys;
};
const reported = (keys) => [...keys.given.map(({ fingerprint, keyId }) => ({
	keyId,
	fingerprint,
	given: true
})), ...keys.carried.filter((key) => !keys.given.some(({ keyId }) => keyId === key.keyId)).map(({ fingerprint, keyId }) => ({
	keyId,
	fingerprint,
	given: false
}))];
/**
* Checks files of the service without the service: exports, bundles, archives, evidence, leaver tests, anchors; public
* keys and detached signatures are told among them by their content. Never fails: what cannot be read is a finding.
*/
const verify = async (inputs, options = {}) => {
	const findings = makeFindings();
	const gathered = {
		chains: [],
		anchors: [],
		exported: [],
		vouched: /* @__PURE__ */ new Map(),
		partly: /* @__PURE__ */ new Set(),
		wholes: /* @__PURE__ */ new Set(),
		drawables: [],
		hasReadableTexts: false
	};
	let keys = new Keys([]);
	try {
		keys = await check(inputs, {
			findings,
			gathered,
			breathe: options.breathe ?? (async () => {})
		});
	} catch (error) {
		findings.unreadable("The check broke off.", `A file is too large or not made as expected (${String(error).slice(0, 120)}).`);
	}
	const { sample } = options;
	const samples = sample === void 0 ? void 0 : gathered.drawables.map((drawable) => drawSample(drawable, sample));
	if (samples?.length === 0) findings.unreadable("No sample could be drawn.", "No leaver test with a population, a draw and its anchor is among the files.");
	const verdict = verdictOf(findings.all(), gathered);
	return {
		verdict,
		headline: headlines[verdict],
		keys: reported(keys),
		findings: findings.all(),
		...samples === void 0 ? {} : { samples }
	};
};

// packages/verify/src/main.ts
const usage = `Checks files of the offboarding service without the service.

  verify FILE… [--key KEY.pem] [--anchors ANCHORS.json] [--signature FILE.sig] [--json]
  verify LEAVER-TEST.zip --sample [--words TEXT] [--size N] [--key KEY.pem] [--json]

FILE         an export (JSON, CSV, PDF), an export bundle, the evidence of a case or a leaver test (ZIP), an archive, a
             page of anchors. What a file is, its content says; several files are held against each other.
--key        a public key (PEM) that you trust. Without one the keys among the files are used, which anyone could have made.
             Give it several times if the service changed its key.
--anchors    the answer of GET /api/audit-log/anchors, or the file of anchors kept outside of the database
--signature  the detached signature of a FILE: 64 raw bytes, or base64
--sample     also draws the sample of a leaver test anew and prints it: the seed, then a line for each leaver with ticket,
             leaver_id, name and last working day, with tabs between
--words      with --sample: draws another one from the same fixed population, with your own words instead
--size       with --sample: draws as many as this instead
--json       one JSON document instead of text

Exit code: 0 all that was checked holds; 1 something does not hold, or nothing is signed with the key that you gave;
2 something could not be read, or nothing was checked.
`;
const exits = {
	proven: 0,
	unvouched: 0,
	failed: 1,
	unreadable: 2
};
const mostBytes = 1024 ** 3;
var Unusable = class extends Error {};
const read = (path, as) => {
	const unusable = (why) => new Unusable(`${path}: ${why}`);
	let size;
	try {
		const found = statSync(path);
		if (!found.isFile()) throw unusable("that is no file.");
		size = found.size;
	} catch (error) {
		throw error instanceof Unusable ? error : unusable("there is no such file, or it may not be read.");
	}
	if (size > mostBytes) throw unusable("it is larger than 1 GiB, more than this command reads.");
	try {
		return {
			name: basename(path),
			bytes: readFileSync(path),
			...as === void 0 ? {} : { as }
		};
	} catch {
		throw unusable("it may not be read.");
	}
};
const parse = (args) => {
	try {
		return parseArgs({
			args: [...args],
			allowPositionals: true,
			options: {
				key: {
					type: "string",
					multiple: true,
					default: []
				},
				anchors: {
					type: "string",
					multiple: true,
					default: []
				},
				signature: {
					type: "string",
					multiple: true,
					default: []
				},
				sample: {
					type: "boolean",
					default: false
				},
				words: { type: "string" },
				size: { type: "string" },
				json: {
					type: "boolean",
					default: false
				},
				help: {
					type: "boolean",
					short: "h",
					default: false
				}
			}
		});
	} catch (error) {
		throw new Unusable(error instanceof Error ? error.message.split(". ")[0] ?? "" : "The arguments are not understood");
	}
};
/** Files with one name are told apart by a number. */
const distinct = (inputs) => {
	const seen = /* @__PURE__ */ new Map();
	return inputs.map((input) => {
		const times = (seen.get(input.name) ?? 0) + 1;
		seen.set(input.name, times);
		return times === 1 ? input : {
			...input,
			name: `${input.name} (${times})`
		};
	});
};
/** What is asked of the draw; undefined when nothing is. */
const wishOf = (sample, words, size) => {
	if (!sample) {
		if (words !== void 0 || size !== void 0) throw new Unusable("--words and --size go with --sample.");
		return;
	}
	if (size !== void 0 && !/^[1-9]\d{0,8}$/.test(size)) throw new Unusable("--size must be a whole number from 1 on.");
	return {
		...words === void 0 ? {} : { words },
		...size === void 0 ? {} : { size: Number(size) }
	};
};
const run = async (args) => {
	const { positionals, values } = parse(args);
	if (values.help) {
		process.stdout.write(usage);
		return 0;
	}
	const sample = wishOf(values.sample, values.words, values.size);
	const inputs = distinct([
		...positionals.map((path) => read(path)),
		...values.key.map((path) => read(path, "Key")),
		...values.anchors.map((path) => read(path, "Anchors")),
		...values.signature.map((path) => read(path, "Signature"))
	]);
	if (inputs.length === 0) throw new Unusable(`No file was given.\n\n${usage}`);
	const report = await verify(inputs, sample === void 0 ? {} : { sample });
	process.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : reportText(report));
	return exits[report.verdict];
};
try {
	process.exitCode = await run(process.argv.slice(2));
} catch (error) {
	if (!(error instanceof Unusable)) throw error;
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 2;
}

export {  };