import { Layer } from "effect"
import { Attempts } from "./attempts.ts"
import { GoogleSignInHttp } from "./http.ts"
import { GoogleProvider } from "./provider.ts"
import { GoogleSignInRepo } from "./repo.ts"
import { GoogleSignIn } from "./service.ts"

export const services = GoogleSignIn.layerNoDeps.pipe(
  Layer.provide(Layer.mergeAll(GoogleSignInRepo.layer, GoogleProvider.layerNoDeps, Attempts.layerNoDeps))
)
export const http = GoogleSignInHttp
