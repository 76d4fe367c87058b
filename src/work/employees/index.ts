import { Layer } from "effect"
import { DirectoryRepo } from "./directory-repo.ts"
import { EmployeesHttp } from "./http.ts"
import { EmployeesRepo } from "./repo.ts"
import { Employees } from "./service.ts"

export const services = Employees.layerNoDeps.pipe(Layer.provide([EmployeesRepo.layer, DirectoryRepo.layer]))
export const http = EmployeesHttp
