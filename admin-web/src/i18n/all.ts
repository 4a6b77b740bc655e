import { enDesks, thDesks } from './desk-texts.ts'
import { en as enFirst } from './en.ts'
import { enProjects, thProjects } from './project-texts.ts'
import { th as thFirst } from './th.ts'

/** Every text of the admins' app, for tests and scenes. */
export const th = { ...thFirst, ...thProjects, ...thDesks }
export const en = { ...enFirst, ...enProjects, ...enDesks }
