import { Caller } from "@svc/contract/kernel/access"
import { InvalidRequest } from "@svc/contract/kernel/errors"
import {
  idempotencyKeyHeader,
  IdempotencyKeyReused,
  IdempotencyKeyRunning,
  IdempotencyKeys,
  maxIdempotencyKey
} from "@svc/contract/kernel/idempotency-key"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Exit, Layer, Option, Redacted, Result, Schema } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { Db } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { boundTo, Secrets } from "#platform/keys/secrets"
import { layerOf } from "#platform/services/layer-of"
import { type AnswerKey, AnswersRepo } from "./answers-repo.ts"

/** How long an answer is given again. */
const keptFor = "24 hours"

/** A call that has not ended after this is taken for one of a process that died: longer than any call takes. */
const leasedFor = "2 minutes"

const Answer = Schema.fromJsonString(Schema.Struct({ status: Schema.Int, body: Schema.String }))
const readAnswer = Schema.decodeEffect(Answer)
const writeAnswer = Schema.encodeEffect(Answer)

const sha256 = (...lines: ReadonlyArray<string>) => {
  const digest = createHash("sha256")
  for (const line of lines) digest.update(`${line}\n`)
  return digest.digest("hex")
}

const placeOf = ({ apiKeyId, keyDigest, orgId }: AnswerKey) =>
  boundTo({ orgId, table: "api_key_answers", column: "sealed_answer", rowId: `${apiKeyId} ${keyDigest}` })

/** A key of 1 to 255 printable characters of ASCII. */
const admitKey = (key: string): Result.Result<void, InvalidRequest> =>
  key.length <= maxIdempotencyKey && /^[ -~]+$/.test(key)
    ? Result.void
    : Result.fail(
        new InvalidRequest({ error: `Idempotency-Key: must be 1 to ${maxIdempotencyKey} printable ASCII characters` })
      )

const replayed = { "idempotency-replayed": "true" }

const bodyOf = ({ body }: HttpServerResponse.HttpServerResponse) =>
  body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : undefined

/** Stored responses by idempotency key: kept encrypted for 24 hours, and returned again. */
export class KeyAnswers extends Context.Service<
  KeyAnswers,
  {
    /**
     * Runs the call once: a later one with the same key and request gets the first response. Only a success is stored;
     * a refusal has changed nothing, so the key is free again, as after a defect.
     */
    once<E, R>(
      key: string,
      call: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
    ): Effect.Effect<
      HttpServerResponse.HttpServerResponse,
      E | IdempotencyKeyReused | IdempotencyKeyRunning,
      R | Caller | HttpServerRequest.HttpServerRequest
    >
    /** Deletes what is no longer given again. */
    purge(orgId: OrgId | undefined): Effect.Effect<number>
  }
>()("svc/api-keys/KeyAnswers") {
  static readonly layerNoDeps = layerOf(KeyAnswers, function* () {
    const db = yield* Db
    const repo = yield* AnswersRepo
    const secrets = yield* Secrets
    const randomness = yield* Randomness

    const keptSince = Effect.map(DateTime.now, DateTime.subtractDuration(keptFor))

    /** None: run the call. */
    const claim = Effect.fnUntraced(function* (key: AnswerKey, requestDigest: string, leaseId: string) {
      const now = yield* DateTime.now
      const leasedUntil = DateTime.addDuration(now, leasedFor)
      const lease = { ...key, leaseId, requestDigest, now, leasedUntil, keptSince: yield* keptSince }
      if (yield* repo.claim(lease)) return Option.none()
      const kept = yield* repo.find(key)
      // What was released in between was a call that ran at this moment.
      if (Option.isNone(kept)) return yield* new IdempotencyKeyRunning()
      if (kept.value.request_digest !== requestDigest) return yield* new IdempotencyKeyReused()
      if (kept.value.sealed_answer === null) return yield* new IdempotencyKeyRunning()
      return Option.some(kept.value.sealed_answer)
    }, db.transact)

    const replay = Effect.fnUntraced(function* (key: AnswerKey, sealed: string) {
      const opened = yield* Effect.orDie(secrets.open(sealed, placeOf(key)))
      const { body, status } = yield* Effect.orDie(readAnswer(Redacted.value(opened)))
      return HttpServerResponse.text(body, { status, contentType: "application/json", headers: replayed })
    })

    const keep = Effect.fnUntraced(function* (key: AnswerKey, leaseId: string, status: number, body: string) {
      const answer = yield* Effect.orDie(writeAnswer({ status, body }))
      yield* repo.keep({ ...key, leaseId }, yield* secrets.seal(answer, placeOf(key)))
    }, db.transact)

    const once: KeyAnswers["Service"]["once"] = (name, call) =>
      Effect.gen(function* () {
        const { apiKey, orgId } = yield* Caller
        if (apiKey === null) return yield* call
        const request = yield* HttpServerRequest.HttpServerRequest
        const key = { orgId, apiKeyId: apiKey.id, keyDigest: sha256(name) }
        const requestDigest = sha256(request.method, request.url, yield* Effect.orDie(request.text))
        const leaseId = yield* randomness.uuid
        const kept = yield* claim(key, requestDigest, leaseId)
        if (Option.isSome(kept)) return yield* replay(key, kept.value)
        return yield* Effect.onExit(call, (exit) => {
          const body = Exit.isSuccess(exit) && exit.value.status < 300 ? bodyOf(exit.value) : undefined
          return (
            Exit.isSuccess(exit) && body !== undefined
              ? keep(key, leaseId, exit.value.status, body)
              : db.transact(repo.release({ ...key, leaseId }))
          ).pipe(
            // The call has its answer; the lease ends without this.
            Effect.catchCause((cause) => Effect.logWarning("idempotency key answer not stored", cause))
          )
        })
      }).pipe(
        // A client that hangs up must not leave in doubt whether the call was carried out.
        Effect.uninterruptible
      )

    const purge = Effect.fn("KeyAnswers.purge")(function* (orgId: OrgId | undefined) {
      return yield* repo.deleteBefore(orgId, yield* keptSince)
    }, db.transactSystem)

    return KeyAnswers.of({ once, purge })
  })
}

/** Idempotency-Key on the POSTs of the public API (access-35). */
export const IdempotencyKeysLayer = Layer.effect(
  IdempotencyKeys,
  Effect.map(KeyAnswers, (answers) =>
    IdempotencyKeys.of((httpEffect) =>
      Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
        const key = request.headers[idempotencyKeyHeader]
        return key === undefined
          ? httpEffect
          : Effect.andThen(Effect.fromResult(admitKey(key)), answers.once(key, httpEffect))
      })
    )
  )
)
