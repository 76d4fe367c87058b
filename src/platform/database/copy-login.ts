import * as PgAuth from "@effect/sql-pg/PgAuth"
import * as PgProtocol from "@effect/sql-pg/PgProtocol"
import { Result } from "effect"
import type { Duplex } from "node:stream"
import { secureBytes } from "#platform/crypto/random"
import { errorOf, frames, type makeFrameReader } from "./copy-frames.ts"

interface Login {
  readonly user: string
  readonly password: string | undefined
  readonly database: string
  readonly applicationName: string
}

const got = <A, E extends { readonly message: string }>(result: Result.Result<A, E>): A => {
  if (Result.isFailure(result)) throw new Error(result.failure.message)
  return result.success
}

/** Introduces the client, by password (SCRAM-SHA-256, RFC 7677; MD5; plain over TLS) or without; ends when it may ask. */
export const logIn = async (
  socket: Duplex,
  reader: ReturnType<typeof makeFrameReader>,
  { applicationName, database, password, user }: Login
): Promise<void> => {
  const secret = () => {
    if (password === undefined) throw new Error("The database asks for a password, but its URL has none")
    return password
  }
  let scram: PgAuth.ScramState | undefined
  socket.write(PgProtocol.encodeStartupMessage({ user, database, application_name: applicationName }))

  const answer = (body: Buffer) => {
    const data = body.subarray(4)
    switch (body.readUInt32BE(0)) {
      case 0:
        return
      case 3:
        return void socket.write(PgProtocol.encodePasswordMessage({ password: secret() }))
      case 5: {
        const hashed = got(PgAuth.md5Password({ user, password: secret(), salt: data.subarray(0, 4) }))
        return void socket.write(PgProtocol.encodePasswordMessage({ password: hashed }))
      }
      case 10: {
        if (!data.toString("latin1").split("\0").includes(PgAuth.SCRAM_SHA_256)) break
        const nonce = Buffer.from(secureBytes(18)).toString("base64")
        const first = got(PgAuth.scramInit({ password: secret(), nonce }))
        scram = first.state
        return void socket.write(
          PgProtocol.encodeSASLInitialResponse({ mechanism: PgAuth.SCRAM_SHA_256, initialResponse: first.response })
        )
      }
      case 11: {
        if (scram?._tag !== "ScramFirst") break
        const next = got(PgAuth.scramContinue(scram, data))
        scram = next.state
        return void socket.write(PgProtocol.encodeSASLResponse({ data: next.response }))
      }
      case 12: {
        if (scram?._tag !== "ScramFinal") break
        got(PgAuth.scramFinish(scram, data))
        scram = undefined
        return
      }
    }
    throw new Error("The database requires an unknown sign-in method")
  }

  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one question follows from the answer before.
    const { body, type } = await reader.next()
    if (type === frames.error) throw new Error(errorOf(body).message)
    if (type === frames.authentication) answer(body)
    if (type === frames.ready) {
      if (scram !== undefined) throw new Error("The database did not prove that it knows the password")
      return
    }
  }
}
