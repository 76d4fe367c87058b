import { Layer } from "effect"
import { EmployeesHttp } from "./http.ts"
import { EmployeesRepo } from "./repo.ts"
import { Employees } from "./service.ts"

export const services = Employees.layerNoDeps.pipe(Layer.provide(EmployeesRepo.layer))
export const http = EmployeesHttp
