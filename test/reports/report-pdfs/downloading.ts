import { Effect } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { aSession, type Member } from "#test/support/people"

/** A report in a session of this member. */
export const downloadReport = Effect.fnUntraced(function* (member: Member, path: string) {
  const client = yield* HttpClient.HttpClient
  const response = yield* client.execute(
    HttpClientRequest.get(`/api/reports/${path}`).pipe(HttpClientRequest.bearerToken(yield* aSession(member)))
  )
  const bytes = Buffer.from(yield* response.arrayBuffer)
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString() }
})
