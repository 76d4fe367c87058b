import { assert, describe, it } from "#test/support/suite"
import { Effect } from "effect"
import { addressOf, backupAt, placeAt } from "#operations/backup/places"

const id = "backup-20260302T090000Z-1f0c2a9d"

describe("where backups lie", () => {
  it.effect.each([
    ["/backups", { _tag: "Folder", path: "/backups" }, ""],
    ["file:/backups/nightly/", { _tag: "Folder", path: "/backups/nightly" }, ""],
    ["s3://acme", { _tag: "S3", bucket: "acme", endpoint: undefined, region: "us-east-1" }, ""],
    [
      "s3://acme/off/boarding/?endpoint=http://store.internal:9000&region=eu-central-1",
      { _tag: "S3", bucket: "acme", endpoint: "http://store.internal:9000", region: "eu-central-1" },
      "off/boarding/"
    ]
  ] as const)("%s, and the address of a backup there leads back to it", function* ([text, storage, prefix]) {
    const place = yield* placeAt(text)
    assert.strictEqual(place.prefix, prefix)
    assert.deepInclude(place.storage, storage)
    const found = yield* backupAt(addressOf(text, id))
    assert.strictEqual(found.id, id)
    assert.strictEqual(found.prefix, prefix)
    assert.deepInclude(found.storage, storage)
  })

  it.effect.each(["s3://", "s3://acme?secret=1", "file:", "s3://user:password@acme/x"])(
    "%s is neither a folder nor a bucket, and is not repeated",
    function* (text) {
      const { message } = yield* Effect.flip(placeAt(text))
      assert.match(message, /neither a folder .* nor a bucket|neither a folder/)
      assert.notInclude(message, "password")
    }
  )
})
