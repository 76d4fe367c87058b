import { DocumentFilesApi, DocumentsApi } from "@svc/contract/documents/api"
import { reasonOf } from "@svc/contract/kernel/reasons"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AllDocuments } from "./all.ts"
import { DocumentFiles } from "./files.ts"
import { ListExports } from "#audit/list-exports/service"
import { documentsFile } from "./list-csv.ts"
import { Documents } from "./service.ts"

const removed = { success: true as const }

const RecordsHttp = HttpApiBuilder.group(
  appSurface.add(DocumentsApi),
  "documents",
  Effect.fn(function* (handlers) {
    const documents = yield* Documents
    const all = yield* AllDocuments
    const lists = yield* ListExports
    return handlers.handleAll({
      listAll: ({ query }) => all.list(query),
      exportAll: ({ query }) => lists.open(documentsFile, query, all.list),
      list: ({ params, query }) => documents.list(params.id, query),
      add: ({ params, payload }) => documents.add(params.id, payload),
      change: ({ params, payload }) => documents.change(params.docId, payload),
      remove: (request) => Effect.as(documents.remove(request.params.docId, reasonOf(request)), removed)
    })
  })
)

const FilesHttp = HttpApiBuilder.group(
  appSurface.add(DocumentFilesApi),
  "document-files",
  Effect.fn(function* (handlers) {
    const files = yield* DocumentFiles
    return (
      handlers
        // Raw, so that the file goes to disk as it arrives, and every flaw of the form gets a sentence.
        .handleRaw("upload", ({ params, request }) => files.upload(params.offboardingId, request.multipartStream))
        .handle("file", ({ params }) => files.link(params["*"]))
        .handle("files", ({ params }) => files.links(params.offboardingId))
    )
  })
)

export const DocumentsHttp = Layer.mergeAll(RecordsHttp, FilesHttp)
