import { makeTexts } from '@talad/ui/i18n/texts'
import { addLate } from './late.ts'
import { enProjects, thProjects } from './project-texts.ts'

// the texts of a project's editors come with its pages, and not with the first page
addLate((before) => makeTexts({ th: thProjects, en: enProjects }, before).fill)
