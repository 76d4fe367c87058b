import { Layer } from "effect"
import { SmsCallbacks } from "./callbacks.ts"
import { SmsConnecting } from "./connect.ts"
import { SmsHttp } from "./http.ts"
import { SmsLoops } from "./loops.ts"
import { SmsReactions } from "./reactions.ts"
import { SmsRepo } from "./repo.ts"
import { SmsSending } from "./sending.ts"
import { Sms } from "./service.ts"

export const services = Layer.mergeAll(
  Sms.layerNoDeps,
  SmsConnecting.layerNoDeps,
  SmsSending.layerNoDeps,
  SmsCallbacks.layerNoDeps
).pipe(Layer.provide(SmsRepo.layer))
export const http = SmsHttp
export const reactions = SmsReactions
export const loops = SmsLoops
