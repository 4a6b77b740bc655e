import { makeTexts } from '@talad/ui/i18n/texts'
import { enDesks, thDesks } from './desk-texts.ts'
import { addLate } from './late.ts'

// the texts of these desks come with their pages, and not with the first page
addLate((before) => makeTexts({ th: thDesks, en: enDesks }, before).fill)
