import { z } from 'zod'
import { counted, isoTime, objectId, page, sizeAndIndex } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import {
  codeInput,
  metaTimer,
  metaTimerShown,
  pool_name,
  poolDescription,
  poolQuery,
  poolTerms,
  space_id,
} from './coupon-shapes.ts'

const service = 'campaign'
const path = `${base.platformAdmin}/coupon/codepool`
const read = { kind: 'project', ability: 'project.read' } as const
/** CA-6 */
const write = { kind: 'project', ability: 'project.write', scope: 'coupon.write' } as const

const id = objectId.describe('id of the code')
const changes = {
  description: poolDescription.optional().describe('what it is good for; absent: as it was'),
  meta_timer: metaTimer.optional().describe('when it may be used, all of it; absent: as it was'),
}

const code = z.object({
  _id: id,
  space_id,
  pool_name: z.string().describe('name of the pool'),
  code: z.string().describe('the code'),
  description: z.string().describe('what it is good for'),
  meta_timer: metaTimerShown.describe('when it may be used, and what was used of it (CA-69)'),
  assigned_to: z
    .string()
    .nullable()
    .describe('the token whose it is, as item id, colon, number; null: nobody’s'),
  free: z.boolean().describe('whether it can be assigned, changed and deleted: nobody’s, and never used'),
  created: isoTime.describe('when it came into the pool'),
  updated: isoTime.describe('when it was changed or assigned last'),
})
export type PoolCodeShown = z.infer<typeof code>

const one = z.object({ codepool: code.describe('the code') })
const refusals = ['validation', 'project_archived']
/** 10,000 codes, and what may be said of them. */
const LARGEST_FILE = 4_000_000
const MOST_CODES = 10_000

export const couponPoolAdminHttp = {
  countPoolCodes: endpoint({
    name: 'countPoolCodes',
    service,
    method: 'GET',
    path: `${path}/count`,
    auth: read,
    summary: 'How many codes a pool has',
    query: poolQuery,
    status: 200,
    response: z.object({
      count: z.int().describe('all of them'),
      free: z.int().describe('those that can still be assigned'),
    }),
    errors: ['validation'],
  }),
  getPoolCode: endpoint({
    name: 'getPoolCode',
    service,
    method: 'GET',
    path,
    auth: read,
    summary: 'One code of a pool',
    query: z.strictObject({ _id: id }),
    status: 200,
    response: one,
    errors: ['validation', 'code_not_found'],
  }),
  listPoolCodes: endpoint({
    name: 'listPoolCodes',
    service,
    method: 'GET',
    path: `${path}/list`,
    auth: read,
    summary: 'The codes of a pool, the oldest first; also as a file',
    query: z.strictObject({
      space_id,
      pool_name,
      ...sizeAndIndex,
      count: counted,
      format: z
        .enum(['json', 'csv'])
        .optional()
        .describe(
          'csv: the whole pool as one UTF-8 file with a byte order mark, `size` and `index` without meaning; spreadsheets keep zeros in front and run nothing; as with `Accept: text/csv`',
        ),
    }),
    status: 200,
    response: z.object({ codepools: page(code).describe('one page of the codes') }),
    errors: ['validation'],
  }),
  listPoolNames: endpoint({
    name: 'listPoolNames',
    service,
    method: 'GET',
    path: `${path}/name/list`,
    auth: read,
    summary: 'The names of the pools of a project: of those with codes, and of those with a setting',
    query: z.strictObject({ space_id }),
    status: 200,
    response: z.object({ poolnames: z.array(z.string()).describe('the names, in their order') }),
    errors: ['validation'],
  }),
  createPoolCode: endpoint({
    name: 'createPoolCode',
    service,
    method: 'POST',
    path,
    auth: write,
    summary: 'Put a code into a pool (CA-75)',
    body: z.strictObject({
      codepool: z.strictObject({ space_id, pool_name, code: codeInput, ...poolTerms }).describe('the code'),
    }),
    status: 201,
    response: one,
    errors: [...refusals, 'code_taken', 'pool_full'],
    idempotent: true,
    limit: 'write',
  }),
  changePoolCode: endpoint({
    name: 'changePoolCode',
    service,
    method: 'PATCH',
    path,
    auth: write,
    summary: 'Change a code that is nobody’s yet (CA-76)',
    body: z.strictObject({
      codepool: z
        .strictObject({
          _id: id,
          code: codeInput.optional().describe('the code; absent: as it was'),
          ...changes,
        })
        .describe('which one, and what changes'),
    }),
    status: 200,
    response: one,
    errors: [...refusals, 'code_not_found', 'code_assigned', 'code_taken'],
    idempotent: true,
    limit: 'write',
  }),
  deletePoolCode: endpoint({
    name: 'deletePoolCode',
    service,
    method: 'DELETE',
    path,
    auth: write,
    summary: 'Take a code that is nobody’s yet out of its pool (CA-76)',
    query: z.strictObject({ _id: id }),
    status: 200,
    response: z.object({ _id: objectId.describe('what is gone') }),
    errors: [...refusals, 'code_not_found', 'code_assigned'],
    idempotent: true,
    limit: 'write',
  }),
  batchPoolCodes: endpoint({
    name: 'batchPoolCodes',
    service,
    method: 'POST',
    path: `${path}/batch`,
    auth: write,
    summary: 'Put up to 10,000 codes into a pool, which may be done again and again (CA-76)',
    body: z.strictObject({
      batch: z
        .strictObject({
          space_id,
          pool_name,
          codes: z
            .array(
              z.union([
                codeInput,
                z.strictObject({ code: codeInput, ...poolTerms }).describe('a code, and what is said of it'),
              ]),
            )
            .min(1)
            .max(MOST_CODES)
            .describe('the codes; of one that is there twice the last counts'),
        })
        .describe('into which pool, and what'),
    }),
    status: 200,
    response: z.object({
      createdCount: z.int().describe('codes that are new'),
      modifiedCount: z.int().describe('codes that were there, and of which something else was said'),
    }),
    errors: [...refusals, 'pool_full'],
    idempotent: true,
    largestBody: LARGEST_FILE,
    limit: 'write',
  }),
  importPoolCodes: endpoint({
    name: 'importPoolCodes',
    service,
    method: 'POST',
    path: `${path}/import`,
    auth: write,
    summary:
      'Put the codes of a CSV file into a pool: a code and a description a line, at most 10,000 lines (AW-10)',
    form: true,
    body: z.strictObject({
      space_id,
      pool_name,
      file: z
        .file()
        .min(1)
        .max(LARGEST_FILE - 100_000)
        .describe('UTF-8, UTF-16 or TIS-620; parted by commas, tabs or semicolons'),
    }),
    status: 200,
    response: z.object({
      added: z.int().describe('codes that are in the pool now'),
      duplicateInFile: z.int().describe('lines whose code was in an earlier line'),
      duplicateInPool: z.int().describe('lines whose code the pool had; nothing is changed of it'),
      invalid: z
        .array(
          z.object({
            line: z.int().describe('number of the line, from 1'),
            error: z.string().describe('what is wrong with it'),
          }),
        )
        .describe('lines without a code; with the others they are all lines of the file'),
    }),
    errors: [...refusals, 'pool_full'],
    idempotent: true,
    largestBody: LARGEST_FILE,
    limit: 'write',
  }),
}
