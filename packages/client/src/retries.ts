import { Schedule } from "effect"
import { HttpClient } from "effect/http"

/** Tries a read up to three times more when the service is away or busy for a moment; a write is sent once. */
export const retryReads = (client: HttpClient.HttpClient): HttpClient.HttpClient => {
  const persistent = HttpClient.retryTransient(client, { schedule: Schedule.exponential("200 millis"), times: 3 })
  return HttpClient.make((request) => (request.method === "GET" ? persistent : client).execute(request))
}
