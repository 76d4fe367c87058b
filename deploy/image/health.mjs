// What a container's health check runs: exit 0 when the service is ready. There is no shell and no curl in the image.
import process from "node:process"

const url = `http://127.0.0.1:${process.env["PORT"] ?? 3000}/health/ready`
const ready = await fetch(url, { signal: AbortSignal.timeout(3000) }).then(
  ({ ok }) => ok,
  () => false
)
process.exitCode = ready ? 0 : 1
