import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it, layer } from "#test/support/suite"
import { Effect, FileSystem, Layer, MutableRef, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { randomBytes } from "node:crypto"
import path from "node:path"
import { existsSync } from "node:fs"
import { FreeShare } from "#platform/files/disk-space"
import { systemReason } from "#platform/process/system-reason"
import { Files } from "#platform/files/files"
import { Jobs } from "#platform/jobs/jobs"
import { Randomness } from "#platform/crypto/random"
import { Secrets } from "#platform/keys/secrets"
import { anOffice, fileNamed, idOf, pdf, upload } from "#test/work/documents/support"
import { appWithStorage, inFolderWithFree } from "#test/support/app-with-storage"
import { s3Server } from "#test/support/s3-server"
import { diskWith } from "#test/support/TestApp"
import { send, withStatus } from "#test/support/requests"

const masterKey = Redacted.make(new Uint8Array(randomBytes(32)))
const ground = Layer.mergeAll(NodeFileSystem.layer, Randomness.layer, Secrets.layerWith({ masterKey, previous: [] }))
const baseUrl = "https://svc.test"

const free = MutableRef.make(0.5)
const App = appWithStorage(inFolderWithFree(() => MutableRef.get(free)))

/** Runs with so much of the disk free; afterwards there is room again. */
const whileFree = <A, E, R>(share: number, work: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => MutableRef.set(free, share)),
    () => work,
    () => Effect.sync(() => MutableRef.set(free, 0.5))
  )

const nearlyFull = {
  error: "The file storage disk is nearly full, so no file is accepted. Try again later, or contact support"
}

describe("room in the file storage", () => {
  it.effect("a folder has room from 10 % of its disk on; what must be written is written below that, too", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const root = path.join(yield* fs.makeTempDirectoryScoped(), "files")
      for (const share of [0.1, 0.0999, 0]) {
        yield* Effect.gen(function* () {
          const files = yield* Files
          const room = yield* Effect.option(Effect.flip(files.requireRoom))
          assert.strictEqual(room._tag === "Some" ? room.value._tag : "room", share < 0.1 ? "StorageFull" : "room")
          yield* files.put("anchors", Buffer.from("a"), { contentType: "text/plain" })
          assert.strictEqual((yield* files.head("anchors")).size, 1)
        }).pipe(
          Effect.provide(Files.layerWith({ storage: { _tag: "Folder", path: root }, baseUrl })),
          Effect.provide(diskWith(() => share))
        )
      }
    }).pipe(Effect.provide(ground))
  )

  it.effect("a bucket has always room", () =>
    Effect.gen(function* () {
      const { credentials, ...place } = yield* s3Server
      yield* Files.use((files) => files.requireRoom).pipe(
        Effect.provide(Files.layerWith({ storage: { _tag: "S3", ...place }, baseUrl, s3Credentials: credentials })),
        Effect.provide(diskWith(() => 0))
      )
    }).pipe(Effect.provide(ground))
  )

  it.effect("the share is what the disk says, and a folder that is not there is a typed failure", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* fs.makeTempDirectoryScoped()
      const freeShare = yield* FreeShare
      const share = yield* freeShare(folder)
      assert.isAtLeast(share, 0)
      assert.isAtMost(share, 1)
      const failure = yield* Effect.flip(freeShare(path.join(folder, "missing")))
      assert.deepInclude(failure, { _tag: "StorageFailed", message: "The folder failed: ENOENT" })
    }).pipe(Effect.provide(ground))
  )
})

layer(App)("POST /api/upload/compliance/{offboardingId}", (it) => {
  // storage-4: A disk that is nearly full takes nothing that can wait.
  it.status(503, "less than 10 % of the disk is free, told before the body is read; nothing is kept", function* () {
    const { offboardingId, orgId, session } = yield* anOffice()
    const post = upload(session, offboardingId, [fileNamed("a.pdf", pdf)])
    const refused = yield* whileFree(0.0999, post)
    assert.deepStrictEqual([refused.status, refused.body], [503, nearlyFull])
    yield* withStatus(503, whileFree(0.0999, upload(session, offboardingId, Buffer.from("no form"))))
    assert.deepStrictEqual(yield* Files.use((files) => files.list(`documents/${orgId}`)), [])
    assert.strictEqual((yield* whileFree(0.1, post)).status, 201)
  })
})

layer(App)("POST /api/document-templates/{id}/generate", (it) => {
  it.status(503, "less than 10 % of the disk is free", function* () {
    const { offboardingId, session } = yield* anOffice()
    const id = yield* idOf(
      yield* send("POST", "/api/document-templates", {
        bearer: session,
        body: { name: "Letter", doc_type: "Letter", body: "<p>{{employee_name}}</p>" }
      })
    )
    const refused = yield* whileFree(
      0.0999,
      send("POST", `/api/document-templates/${id}/generate`, { bearer: session, body: { offboardingId } })
    )
    assert.deepStrictEqual([refused.status, refused.body], [503, nearlyFull])
  })
})

layer(App)("POST /api/account/org-export", (it) => {
  it.status(
    503,
    "less than 10 % of the disk is free; one that was requested before is built when there is room",
    function* () {
      const { session } = yield* anOffice()
      const request = send("POST", "/api/account/org-export", { bearer: session })
      const refused = yield* whileFree(0.0999, request)
      assert.deepStrictEqual(
        [refused.status, refused.body],
        [
          503,
          {
            error:
              "The file storage disk is nearly full, so the export was not started. Try again later, or contact support"
          }
        ]
      )
      assert.strictEqual((yield* request).status, 202)
      const build = Jobs.use((jobs) => jobs.run("org-exports", undefined))
      assert.deepInclude(yield* whileFree(0.0999, build), { ready: 0, put_off: 1 })
      yield* TestClock.adjust("1 hour")
      assert.deepInclude(yield* build, { ready: 1, put_off: 0 })
    }
  )
})

const full = existsSync("/dev/full")

describe.skipIf(!full)(`a disk without room${full ? "" : " (skipped: there is no /dev/full on this machine)"}`, () => {
  it.effect("is told as what it is, and a file that is missing as missing", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const written = yield* Effect.flip(fs.writeFileString("/dev/full", "x"))
      assert.strictEqual(systemReason(written), "ENOSPC: no space left on device")
      assert.strictEqual(systemReason(yield* Effect.flip(fs.readFileString("/dev/full/none"))), "BadResource")
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )
})
