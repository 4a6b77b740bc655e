import { z } from 'zod'
import { objectId } from '../common.ts'

export const MAIN_ID = 'main'
/** The main site has a name of its own in headers and events; the others an id (GW-12). */
export const siteId = z.union([z.literal(MAIN_ID), objectId])

export const sitePageNames = ['terms', 'privacy', 'about', 'help', 'contact'] as const
export const sitePageName = z.enum(sitePageNames).describe('which page')
export type SitePageName = z.infer<typeof sitePageName>

export const language = z.enum(['th', 'en'])
