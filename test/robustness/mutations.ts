/** A JSON body as the text of each of its fields, so that what JavaScript cannot hold can stand there too. */
export type RawBody = ReadonlyMap<string, string>

export interface Mutation {
  readonly label: string
  readonly body: string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
  /** The field that was changed; undefined when the body as a whole was. */
  readonly field?: string
  /** The body cannot be read, so it is refused whatever the route. */
  readonly unreadable?: true
  readonly tooLarge?: true
  /** JSON of a usual size: only the schema of the route says whether it fits. */
  readonly plain?: true
  /** Sent whatever the schema says of it: each value goes to some field of every route. */
  readonly sampled?: true
}

export const textOf = (body: RawBody) =>
  `{${[...body].map(([name, raw]) => `${JSON.stringify(name)}:${raw}`).join(",")}}`

const nested = (depth: number, open: string, close: string) => `${open.repeat(depth)}${close.repeat(depth)}`

/** Texts of JSON values that a field may be given instead of its own. */
const values: Readonly<Record<string, string>> = {
  null: "null",
  true: "true",
  "0": "0",
  "-0": "-0",
  "1e400": "1e400",
  "2^53+1": "9007199254740993",
  "the text NaN": '"NaN"',
  "an empty text": '""',
  "an empty list": "[]",
  "an empty object": "{}",
  "a list in a list": "[[1]]",
  NUL: '"a\\u0000b"',
  "NUL alone": '"\\u0000"',
  "a high surrogate alone": '"a\\ud800b"',
  "a low surrogate alone": '"\\udc00"',
  "surrogates the wrong way round": '"\\udc00\\ud800"',
  "a right-to-left override": '"\u202eadA"',
  "a right-to-left name": '"محمد بن علي"',
  "an emoji": '"👩‍💻"',
  "combining marks": JSON.stringify(`e${"\u0301".repeat(40)}`),
  "decomposed letters": JSON.stringify("Zoe\u0308 A\u030angstro\u0308m"),
  "nothing visible": '"\u200b\u200e\u2060"',
  "white space": '" \\t\\n\u00a0"',
  "a line break": '"Ada\\r\\nBcc: x@example.com"',
  "a quote of SQL": JSON.stringify(`'; DROP TABLE offboardings; --`),
  __proto__: '"__proto__"'
}

/** The same, of a size that costs time. */
const largeValues: Readonly<Record<string, string>> = {
  "900,000 characters": JSON.stringify("x".repeat(900_000)),
  // Of 100 levels at most: a deeper body is refused as a whole.
  "90 lists deep": nested(90, "[", "]"),
  "90 objects deep": nested(90, '{"a":', "}").replace(":}", ":1}"),
  "100,000 numbers": `[${"1,".repeat(99_999)}1]`,
  "100,000 texts": `[${'"a",'.repeat(99_999)}"a"]`
}

const largeLabels = Object.keys(largeValues)

const withEach = (body: RawBody, raws: Readonly<Record<string, string>>): ReadonlyArray<Mutation> =>
  [...body.keys()].flatMap((field, place) =>
    Object.entries(raws).map(([label, raw], index) => ({
      label: `${field}: ${label}`,
      field,
      body: textOf(new Map([...body, [field, raw]])),
      ...(index % body.size === place ? ({ sampled: true } as const) : {})
    }))
  )

/** Each field missing, and each with every small value above. */
export const fieldMutations = (body: RawBody): ReadonlyArray<Mutation> =>
  [
    ...[...body.keys()].map((field) => ({
      label: `${field} missing`,
      field,
      body: textOf(new Map([...body].filter(([name]) => name !== field)))
    })),
    ...withEach(body, values)
  ].map((mutation) => ({ ...mutation, plain: true }) as const)

/** Each field with one of the large values above, in turn: over a hundred routes each of them meets many fields. */
export const largeMutations = (body: RawBody): ReadonlyArray<Mutation> => {
  const inTurn = new Set(
    [...body.keys()].map((field, index) => `${field}: ${largeLabels[(index + body.size) % largeLabels.length]}`)
  )
  return withEach(body, largeValues).filter(({ label }) => inTurn.has(label))
}

const utf16 = (text: string, order: "little" | "big") => {
  const bytes = Buffer.from(text, "utf16le")
  return order === "little" ? bytes : bytes.swap16()
}

/** The body as a whole damaged, disguised or decorated. */
export const bodyMutations = (raw: RawBody): ReadonlyArray<Mutation> => {
  const text = textOf(raw)
  const within = (more: string) => (text === "{}" ? `{${more}}` : `${text.slice(0, -1)},${more}}`)
  const unreadable = (label: string, body: string | Uint8Array, headers?: Readonly<Record<string, string>>) =>
    ({ label, body, unreadable: true, ...(headers === undefined ? {} : { headers }) }) as const
  return [
    { label: "no body", body: "" },
    { label: "null", body: "null" },
    { label: "a list", body: `[${text}]` },
    { label: "a number", body: "17" },
    { label: "a text", body: '"text"' },
    { label: "a byte order mark", body: `\ufeff${text}` },
    { label: "a field that nobody knows", body: within('"not_a_field":{"a":[1]}') },
    { label: "__proto__", body: within('"__proto__":{"admin":true}') },
    { label: "constructor", body: within('"constructor":{"prototype":{"admin":true}}') },
    { label: "fields that only the service sets", body: within('"id":"x","org_id":"x","created_at":"x","plan":"x"') },
    { label: "every field twice", body: text === "{}" ? text : `{${text.slice(1, -1)},${text.slice(1, -1)}}` },
    { label: "charset utf-8", body: text, headers: { "content-type": "application/json; charset=UTF-8" } },
    unreadable("charset utf-16", text, { "content-type": "application/json; charset=utf-16" }),
    unreadable("UTF-16, little end first", utf16(text, "little")),
    unreadable("UTF-16, big end first", utf16(text, "big")),
    unreadable(
      "bytes that are no UTF-8",
      Buffer.concat([Buffer.from(`${text.slice(0, -1)},"x":"`), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from('"}')])
    ),
    unreadable(
      "a surrogate as bytes",
      Buffer.concat([Buffer.from('{"x":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')])
    ),
    unreadable("a trailing comma", `${text.slice(0, -1)},}`),
    unreadable("cut off", text.slice(0, -1)),
    unreadable("a comment", `/* hello */ ${text}`),
    unreadable("single quotes", text.replaceAll('"', "'") === text ? "{'a':1}" : text.replaceAll('"', "'")),
    unreadable("NaN", within('"x":NaN')),
    unreadable("twice", text + text),
    unreadable("NUL after it", `${text}\u0000`),
    unreadable("400,000 lists deep and open", "[".repeat(400_000)),
    unreadable("text/plain", text, { "content-type": "text/plain" }),
    unreadable("a form", text, { "content-type": "application/x-www-form-urlencoded" }),
    unreadable("gzip", text, { "content-encoding": "gzip" }),
    { label: "over 1 MB", body: within(`"x":"${"x".repeat(1_050_000)}"`), unreadable: true, tooLarge: true }
  ]
}
