import { z } from 'zod'

const content = z.record(z.string(), z.object({ schema: z.looseObject({}).optional() }))
const parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean().optional(),
  schema: z.looseObject({}).optional(),
})
const operationShape = z.object({
  operationId: z.string(),
  parameters: z.array(z.union([parameter, z.object({ $ref: z.string() })])).default([]),
  requestBody: z.object({ required: z.boolean().optional(), content }).optional(),
  responses: z.record(z.string(), z.object({ content: content.optional() })),
})
const documentShape = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operationShape)),
  components: z.looseObject({ parameters: z.record(z.string(), parameter) }),
})

export type Parameter = z.infer<typeof parameter>
/** One call as the document tells of it. */
export type Operation = Omit<z.infer<typeof operationShape>, 'parameters'> & {
  method: string
  path: string
  parameters: Parameter[]
}

/** The document that a running system serves, and its calls. */
export async function readDocument(gateway: string): Promise<{ whole: object; operations: Operation[] }> {
  const answer: unknown = await (await fetch(`${gateway}/openapi.json`)).json()
  const { paths, components } = documentShape.parse(answer)
  const resolve = (given: Parameter | { $ref: string }): Parameter => {
    if (!('$ref' in given)) return given
    const found = components.parameters[given.$ref.split('/').at(-1) ?? '']
    if (!found) throw new Error(`${given.$ref} leads nowhere`)
    return found
  }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
      parameters: operation.parameters.map(resolve),
    })),
  )
  return { whole: z.object({}).loose().parse(answer), operations }
}
