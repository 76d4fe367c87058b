import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, Data, DateTime, Duration, Effect, Layer, RcRef } from "effect"
import { type ChildProcess, fork } from "node:child_process"
import { ownProgram } from "#platform/process/own-files"
import type { PdfDocument } from "./document.ts"
import type { FromTypesetter, Proof, ToTypesetter } from "./typesetter-messages.ts"
import { makeTypesettingQueue, type TypesettingBusy } from "./typesetting-queue.ts"

/** The document could not be set: the typesetter refused it, died of it, or took too long. */
export class TypesettingFailed extends Data.TaggedError("TypesettingFailed")<{ readonly message: string }> {}

/** A report takes a tenth of a second; what takes this long never ends. */
const limit = Duration.seconds(20)

/** How long the process is kept with its fonts read. */
const idle = Duration.seconds(30)

const isAnswer = (message: unknown): message is FromTypesetter =>
  typeof message === "object" && message !== null && "_tag" in message

// Not a thread: native code cannot be stopped in one, and takes the whole service along when it fails (proof-53).
const start = (entry: URL) =>
  Effect.acquireRelease(
    Effect.sync(() =>
      fork(entry, [], {
        // Nothing of the service's: no key, no token, no address.
        env: {},
        execArgv: ["--max-old-space-size=64", "--max-semi-space-size=2"],
        serialization: "advanced",
        stdio: ["ignore", "ignore", "inherit", "ipc"]
      })
    ),
    (child) => Effect.sync(() => void child.kill("SIGKILL"))
  )

const ask = (child: ChildProcess, message: ToTypesetter): Effect.Effect<Uint8Array, TypesettingFailed> =>
  Effect.callback((resume) => {
    const leave = () => void child.off("message", onMessage).off("exit", onExit).off("error", onError)
    const end = (result: Effect.Effect<Uint8Array, TypesettingFailed>) => {
      leave()
      resume(result)
    }
    const fail = (reason: string) => end(Effect.fail(new TypesettingFailed({ message: reason })))
    const onMessage = (answer: unknown) => {
      if (!isAnswer(answer)) fail("The typesetter answered something else")
      else if (answer._tag === "Failed") fail(answer.message)
      else end(Effect.succeed(answer.pdf))
    }
    const onExit = () => fail("The typesetter ended before it answered")
    const onError = (error: Error) => fail(error.message)
    child.on("message", onMessage).on("exit", onExit).on("error", onError)
    if (child.connected) child.send(message, (error) => error !== null && onError(error))
    else onExit()
    return Effect.sync(leave)
  })

/** Sets documents as PDF/UA-1, in a process of their own, one after the other, organization by organization. */
export class Typesetter extends Context.Service<
  Typesetter,
  {
    /** The whole file. Its id is in the footer of every page and in its metadata. */
    set(
      document: PdfDocument,
      proof: {
        readonly orgId: OrgId
        readonly documentId: string
        readonly createdAt: DateTime.Utc
        /** Names the signature's key and where it is. */
        readonly signedBy?: string
      }
    ): Effect.Effect<Uint8Array, TypesettingFailed | TypesettingBusy>
  }
>()("svc/platform/Typesetter") {
  /** `entry` is what the process runs, `most` how long a document may take. */
  static readonly layerWith = ({ entry, most }: { readonly entry: URL; readonly most: Duration.Duration }) =>
    Layer.effect(
      Typesetter,
      Effect.gen(function* () {
        const process = yield* RcRef.make({ acquire: start(entry), idleTimeToLive: idle })
        const queue = yield* makeTypesettingQueue(most)

        const setNow = Effect.fnUntraced(
          function* (document: PdfDocument, proof: Proof) {
            const child = yield* RcRef.get(process)
            return yield* ask(child, { document, proof })
          },
          Effect.timeoutOrElse({
            duration: most,
            orElse: () => Effect.fail(new TypesettingFailed({ message: "The document took too long to be set" }))
          }),
          // Whatever it was doing, the next document gets another.
          Effect.onError(() => RcRef.invalidate(process)),
          Effect.scoped
        )
        const set: Typesetter["Service"]["set"] = Effect.fn("Typesetter.set")(function* (
          document,
          { createdAt, documentId, orgId, signedBy = "" }
        ) {
          const proof = { documentId, createdAt: DateTime.formatIso(createdAt), signedBy }
          return yield* queue(orgId, setNow(document, proof))
        })
        return Typesetter.of({ set })
      })
    )

  static readonly layer = Typesetter.layerWith({
    entry: ownProgram("typesetter-process", import.meta.url),
    most: limit
  })
}
