import { DocumentId } from "@svc/contract/kernel/ids"
import { docusignPrivateKey, type DocuSignState } from "@svc/lab/docusign-state"
import type { RunningVendor } from "@svc/lab/vendor"
import { Effect, FileSystem, Layer, Schedule } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { Db } from "#platform/database/db"
import { Checklists } from "#work/checklists/service"
import { aCase, fileNamed, idOf, pdf, upload } from "#test/work/documents/support"
import { aFreePort } from "#test/support/free-port"
import { asCaller, aSession, aSuperAdmin } from "#test/support/people"
import { as } from "#test/support/requests"
import { aServiceProcess } from "#test/support/service-process"
import { systemSql } from "#test/support/tables"

/** Asks again and again until there is an answer; what hangs is ended by the limit of its case. */
export const until = <A, E, R>(check: Effect.Effect<A | undefined | false, E, R>) =>
  Effect.flatMap(check, (found) =>
    found === undefined || found === false ? Effect.fail("not yet" as const) : Effect.succeed(found)
  ).pipe(Effect.retry(Schedule.spaced("20 millis")), Effect.orDie)

/** Where processes of the service stand one after the other: the next has the address and the files of the one before. */
export const aSite = Effect.fnUntraced(function* (docusign: RunningVendor<DocuSignState>) {
  const fs = yield* FileSystem.FileSystem
  const root = yield* fs.makeTempDirectoryScoped({ prefix: "svc-esignature-" })
  const port = yield* aFreePort
  const baseUrl = `http://127.0.0.1:${port}`
  const files = `${root}/files`
  const Client = Layer.effect(
    HttpClient.HttpClient,
    Effect.map(HttpClient.HttpClient, HttpClient.mapRequest(HttpClientRequest.prependUrl(baseUrl)))
  ).pipe(Layer.provide(FetchHttpClient.layer))
  return {
    baseUrl,
    files,
    start: aServiceProcess({
      PORT: String(port),
      BASE_URL: baseUrl,
      DATA_DIR: `${root}/data`,
      STORAGE_URL: `file:${files}`,
      VENDOR_DOCUSIGN_URL: docusign.url
    }),
    /** What it asks, it asks of the process that stands there. */
    here: Effect.provide(Client)
  }
})

export const followingTask = "See that the agreement is signed"

/** Over HTTP: an organisation with DocuSign connected, a case with an uploaded paper, and a task that follows it. */
export const aDeskAt = Effect.fnUntraced(function* ({ state }: RunningVendor<DocuSignState>) {
  const admin = yield* aSuperAdmin()
  const me = as(admin)
  const connected = yield* me.post("/api/integrations/docusign/connect", {
    integration_key: state.integrationKey,
    user_id: state.userId,
    private_key: docusignPrivateKey,
    hmac_keys: [...state.connectKeys]
  })
  if (connected.status !== 201) return yield* Effect.die(`Not connected: ${connected.text}`)
  const offboardingId = yield* aCase(admin)
  const uploaded = yield* upload(yield* aSession(admin), offboardingId, [fileNamed("agreement.pdf", pdf)])
  const documentId = DocumentId.make(yield* idOf(uploaded))
  // Documents that the law asks for have such a task, and no file: no route makes one beside a file.
  const checklists = yield* Checklists
  const db = yield* Db
  yield* checklists
    .addFollowing({ offboardingId, documentId, task: followingTask, assignedTo: "HR" })
    .pipe(db.transact, asCaller(admin))

  const request = (body: unknown = {}) => me.post(`/api/esignature/request/${documentId}`, body)
  const row = Effect.flatMap(
    systemSql<{
      readonly status: string
      readonly external_id: string | null
      readonly document: string
      readonly signed_file_key: string | null
      readonly signed_file_sha256: string | null
      readonly task_is_done: boolean
    }>`
        SELECT r.status, r.external_id, d.status AS document, d.signed_file_key, d.signed_file_sha256,
          t.completed_at IS NOT NULL AS task_is_done
        FROM esignature_requests r
        JOIN compliance_documents d ON d.org_id = r.org_id AND d.id = r.document_id
        JOIN checklist_items t ON t.org_id = r.org_id AND t.followed_document_id = d.id
        WHERE r.org_id = ${admin.orgId}`,
    ([found, ...more]) =>
      found !== undefined && more.length === 0
        ? Effect.succeed(found)
        : Effect.die(`One request was expected, not ${found === undefined ? 0 : more.length + 1}`)
  )
  return { admin, me, orgId: admin.orgId, offboardingId, documentId, request, row }
})
