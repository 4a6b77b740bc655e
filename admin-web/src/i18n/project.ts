import { makeTexts } from '@talad/ui/i18n/texts'
import { enModel } from './en-model.ts'
import { enPayload } from './en-payload.ts'
import { late } from './late.ts'
import { thModel } from './th-model.ts'
import { thPayload } from './th-payload.ts'

export const thProjects = { ...thPayload, ...thModel }
export const enProjects: Readonly<Record<keyof typeof thProjects, string>> = { ...enPayload, ...enModel }

/** The texts of the editors of a project come with its pages, and not with the first page. */
late.fill = makeTexts({ th: thProjects, en: enProjects }).fill
