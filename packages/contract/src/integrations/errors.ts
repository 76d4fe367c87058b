import { Schema } from "effect"
import { described } from "../kernel/described.ts"

export class ServiceNameReserved extends Schema.Error<ServiceNameReserved>("ServiceNameReserved")(
  {
    error: Schema.tag(
      "This name belongs to a built-in integration. Choose another service_name, or connect the built-in one"
    )
  },
  { httpApiStatus: 400 }
) {
  readonly _tag = "ServiceNameReserved"
}

/** The address may not be called from here; `error` says which rule it breaks. */
export class BaseUrlRefused extends Schema.Error<BaseUrlRefused>("BaseUrlRefused")(
  {
    error: described(Schema.String, "What was wrong and what to do", {
      example: "base_url: The address must start with https://"
    })
  },
  { httpApiStatus: 400 }
) {
  readonly _tag = "BaseUrlRefused"
}

export class TargetTokenRefused extends Schema.Error<TargetTokenRefused>("TargetTokenRefused")(
  { error: Schema.tag("The service did not accept the token. Check the token and what it is allowed to do") },
  { httpApiStatus: 400 }
) {
  readonly _tag = "TargetTokenRefused"
}

/** The service gave no usable answer when the connection was tried. */
export class TargetUnanswering extends Schema.Error<TargetUnanswering>("TargetUnanswering")(
  {
    error: described(Schema.String, "What was wrong and what to do", {
      example: "The service did not answer in time. Check base_url and try again"
    })
  },
  { httpApiStatus: 400 }
) {
  readonly _tag = "TargetUnanswering"
}
