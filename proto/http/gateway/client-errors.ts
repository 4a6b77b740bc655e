import { z } from 'zod'
import { base, endpoint } from '../contract.ts'

/** A fault of one of our apps in somebody's browser: it is told to us alone, and by us to a collector. */
export const reportClientError = endpoint({
  name: 'reportClientError',
  service: 'gateway',
  method: 'POST',
  path: `${base.public}/client-error`,
  auth: { kind: 'visitor' },
  summary:
    'Takes a fault of one of our apps. What could name a person is struck out; the same one again, and more than a minute bears, is dropped.',
  body: z.object({
    app: z.enum(['web', 'admin-web']).describe('which app'),
    path: z.string().max(500).describe('path of the page, without its query'),
    release: z.string().max(100).describe('name of the first script of the build'),
    name: z.string().max(100).describe('kind of the fault'),
    message: z.string().max(2_000).describe('what it says'),
    stack: z.string().max(10_000).describe('where it happened; empty: unknown'),
  }),
  status: 200,
  response: z.object({ taken: z.boolean().describe('false: dropped, as the same or too many came before') }),
  errors: ['validation'],
})

export const clientErrorsHttp = { reportClientError }
