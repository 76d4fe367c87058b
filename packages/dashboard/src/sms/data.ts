import { SmsConnectApi } from "@svc/contract/sms/api"
import type { ConnectSms } from "@svc/contract/sms/schema"
import { clientOf } from "../platform/api.ts"
import { action } from "../platform/atoms.ts"

const sms = clientOf(SmsConnectApi)

export const connectSms = action(
  (payload: ConnectSms) => sms.connect({ payload }),
  () => ["integrations"]
)
