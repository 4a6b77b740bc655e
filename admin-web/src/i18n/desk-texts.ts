import { enDesk } from './en-desk.ts'
import { thDesk } from './th-desk.ts'

/** What only desks say that most people don't open. */
export const thDesks = thDesk
export const enDesks: Readonly<Record<keyof typeof thDesks, string>> = enDesk
