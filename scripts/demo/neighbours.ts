// A process of its own, started by neighbours-process.ts: the receiver of webhooks and the vendors' stand-ins, over HTTPS.
import { Schema } from "effect"
import fs from "node:fs"
import { startControl } from "./control.ts"
import { startDocuSign } from "./docusign.ts"
import { NeighboursOptions } from "./neighbours-process.ts"
import { startOkta } from "./okta.ts"
import { startReceiver } from "./receiver.ts"
import { startSplunk } from "./splunk.ts"
import { startVendor } from "./vendor.ts"

const options = Schema.decodeUnknownSync(Schema.fromJsonString(NeighboursOptions))(process.env["NEIGHBOURS"] ?? "")
const tls = { key: fs.readFileSync(options.key, "utf8"), cert: fs.readFileSync(options.certificate, "utf8") }

const receiver = await startReceiver({ port: options.ports.receiver, path: options.receiverPath, tls })
if (options.secret !== null) receiver.learn(options.secret)
const vendor = await startVendor({
  port: options.ports.vendor,
  token: options.vendorToken,
  accountsFile: options.accountsFile,
  tls
})
const okta = await startOkta({ port: options.ports.okta, tls })
const splunk = await startSplunk(tls)
const docusign = await startDocuSign(tls)
const control = await startControl(options.ports.control, { docusign, okta, receiver, splunk, vendor })

const stop = async () => {
  await Promise.all([control, receiver, vendor, okta, splunk, docusign].map(({ close }) => close()))
  process.exit(0)
}
process.once("SIGTERM", () => void stop())
// The parent is gone, however it ended.
process.once("disconnect", () => void stop())

process.send?.({
  receiver: receiver.port,
  vendor: vendor.port,
  okta: okta.port,
  splunk: splunk.port,
  docusign: docusign.port,
  control: control.port
})
