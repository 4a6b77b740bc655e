import { enModel } from './en-model.ts'
import { enPayload } from './en-payload.ts'
import { thModel } from './th-model.ts'
import { thPayload } from './th-payload.ts'

/** What only the editors of a project say. */
export const thProjects = { ...thPayload, ...thModel }
export const enProjects: Readonly<Record<keyof typeof thProjects, string>> = { ...enPayload, ...enModel }
