import { Schema } from "effect"
import { described } from "../kernel/described.ts"

/** The account could not be connected; `error` says what is missing or what Calendly answered. */
export class CalendlyConnectRefused extends Schema.Error<CalendlyConnectRefused>("CalendlyConnectRefused")(
  {
    error: described(Schema.String, "What was wrong and what to do", {
      example: "Calendly did not accept the token. Make a new personal access token and try again"
    })
  },
  { httpApiStatus: 400 }
) {
  readonly _tag = "CalendlyConnectRefused"
}
