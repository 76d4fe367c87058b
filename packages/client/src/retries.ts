import { HttpClient } from "effect/http"

/** Tries a read again when the service is away or busy for a moment; a write is never sent twice. */
export const retryReads = (client: HttpClient.HttpClient): HttpClient.HttpClient => {
  const persistent = HttpClient.retryTransient(client, { times: 3 })
  return HttpClient.make((request) => (request.method === "GET" ? persistent : client).execute(request))
}
