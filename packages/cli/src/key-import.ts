import { OperatorClient } from "@svc/client/operator"
import { FormerApiKey, ImportApiKey, ImportedApiKey } from "@svc/contract/api-keys/rpc"
import { ApiScope } from "@svc/contract/kernel/permissions"
import { Effect, FileSystem, Schema, Stdio, Stream } from "effect"
import { Command, Flag } from "effect/cli"
import { connection } from "./connection.ts"
import { CommandFailed } from "./failure.ts"
import { organisationFlag } from "./organisation-flag.ts"
import { print } from "./output.ts"

/** A key has 41 characters; what is longer is read no further. */
const maxKeyFileBytes = 1024

const tooLong = new CommandFailed({
  error: `--key-file has more than ${maxKeyFileBytes} bytes. It must contain one key`
})

/** The open stream: its name cannot be opened where another user opened it, nor where it is a socket. */
const stdin = Effect.flatMap(Stdio.Stdio, (stdio) =>
  stdio.stdin.pipe(
    Stream.decodeText,
    Stream.scan(
      () => "",
      (text, chunk) => text + chunk
    ),
    Stream.takeUntil((text) => text.length > maxKeyFileBytes),
    Stream.runLast
  )
)

const textOf = Effect.fnUntraced(function* (file: string) {
  const unread = () => new CommandFailed({ error: `--key-file ${file} cannot be read` })
  if (file === "/dev/stdin") {
    const piped = yield* Effect.mapError(stdin, unread)
    return piped._tag === "Some" ? piped.value : ""
  }
  const fs = yield* FileSystem.FileSystem
  const { size } = yield* Effect.mapError(fs.stat(file), unread)
  if (size > BigInt(maxKeyFileBytes)) return yield* tooLong
  return yield* Effect.mapError(fs.readFileString(file), unread)
})

// Not by `Flag.withSchema`, whose message repeats the value.
const keyIn = Effect.fnUntraced(function* (file: string) {
  const text = yield* textOf(file)
  if (text.length > maxKeyFileBytes) return yield* tooLong
  return yield* Schema.decodeEffect(FormerApiKey)(text.trim()).pipe(
    Effect.mapError(
      () => new CommandFailed({ error: "--key-file must contain one key: old_live_ and 32 lower-case hex digits" })
    )
  )
})

const encodeImported = Schema.encodeEffect(Schema.toCodecJson(ImportedApiKey))

/** `key import …`: the key comes by a file or a pipe, never by an argument that other users of the machine see. */
export const importKey = Command.make(
  "import",
  {
    orgId: organisationFlag,
    name: Flag.String("name").pipe(Flag.withSchema(ImportApiKey.fields.name)),
    scopes: Flag.Literals("scope", ApiScope.literals).pipe(
      Flag.withDescription("Scope of the key; repeat the flag for each scope"),
      Flag.between(1, ApiScope.literals.length)
    ),
    keyFile: Flag.String("key-file").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription("File with the whole key; use /dev/stdin for piped input")
    )
  },
  Effect.fn(function* ({ keyFile, ...input }) {
    const client = yield* OperatorClient
    const imported = yield* client["keys.import"]({ ...input, key: yield* keyIn(keyFile) })
    yield* print(yield* Effect.orDie(encodeImported(imported)))
  })
).pipe(
  Command.withDescription("Import an API key from before the rename (old_live_…); it keeps working"),
  Command.provide(connection)
)
