import { z } from 'zod'
import { objectId } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { theme } from './theme.ts'

/** What everybody may know of a project. */
export const projectHttp = {
  openProject: endpoint({
    name: 'openProject',
    service: 'campaign',
    method: 'GET',
    path: `${base.platform}/project`,
    auth: { kind: 'visitor' },
    summary: 'What everybody may know of a project, once it has a virtual collection',
    query: z.object({
      id_or_slug: z
        .string()
        .min(1)
        .max(100)
        .describe('its id; or its slug, also one that it had before (CA-9)'),
    }),
    status: 200,
    response: z.object({
      _id: objectId.describe('id of the project'),
      slug: z.string().describe('its name in addresses now'),
      name: z.string().describe('its name for people'),
      description: z.string().describe('what it is about'),
      theme: theme.describe('colours and picture of its pages (CA-8)'),
      archived: z.boolean().describe('true: nothing of it is changed any more (CA-5)'),
    }),
    errors: ['validation', 'not_found'],
    cacheable: true,
  }),
}
