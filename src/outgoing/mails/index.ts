import { Layer } from "effect"
import { MailsLoops } from "./loops.ts"
import { MailsRepo } from "./repo.ts"
import { Mails } from "./service.ts"

export const services = Mails.layerNoDeps.pipe(Layer.provide(MailsRepo.layer))
export const loops = MailsLoops
