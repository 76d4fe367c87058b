// Makes the bucket of STORAGE_URL unless it is there; waits a minute for the store. For stores of one's own, such as compose.yaml's.
import { CreateBucketCommand, HeadBucketCommand, S3Client } from "@aws-sdk/client-s3"
import process from "node:process"
import { setTimeout as sleep } from "node:timers/promises"

const url = new URL(process.env["STORAGE_URL"] ?? "")
const endpoint = url.searchParams.get("endpoint") ?? undefined
const client = new S3Client({
  region: url.searchParams.get("region") ?? "us-east-1",
  ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true })
})
const Bucket = url.host

for (let left = 60; ; left--) {
  try {
    await client.send(new HeadBucketCommand({ Bucket }))
    break
  } catch (error) {
    if (error.$metadata?.httpStatusCode === 404) {
      await client.send(new CreateBucketCommand({ Bucket }))
      break
    }
    if (left === 0) {
      // Not its text: it may repeat credentials.
      process.stderr.write(`${Bucket} cannot be reached: ${error.name}\n`)
      process.exit(1)
    }
    await sleep(1000)
  }
}
process.stdout.write(`the bucket ${Bucket} is there\n`)
