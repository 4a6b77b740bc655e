import { asset, collection } from '@talad/proto/http/asset-indexer/shapes'
import { withdrawal } from '@talad/proto/http/bank-withdrawal/shapes'
import { lookedUpPerson } from '@talad/proto/http/identity/person-lookup'
import { profile } from '@talad/proto/http/identity/profile'
import { creditBalance, creditFlow } from '@talad/proto/http/ledger/credit'
import { auditLine } from '@talad/proto/http/moderation/audit'
import { feeSheet } from '@talad/proto/http/moderation/fees'
import { issuer } from '@talad/proto/http/moderation/issuer-admin'
import { suspension } from '@talad/proto/http/moderation/suspension-admin'
import { order, share } from '@talad/proto/http/order-book/order'
import { boughtShipping } from '@talad/proto/http/shipping-payment/shipping'
import {
  adminShipping,
  adminTopup,
  cardRefund,
} from '@talad/proto/http/shipping-payment/shipping-admin-shapes'
import { type JsonSchema, outputSchema } from './schemas.ts'

/** What answers are made of, by the names that types get which are generated from the document. */
const named = {
  AdminCardPayment: adminTopup,
  AdminPurchase: adminShipping,
  Asset: asset,
  AuditLine: auditLine,
  CardRefund: cardRefund,
  Collection: collection,
  CreditBalance: creditBalance,
  CreditFlow: creditFlow,
  FeeSheet: feeSheet,
  Issuer: issuer,
  Order: order,
  Person: lookedUpPerson,
  Profile: profile,
  Purchase: boughtShipping,
  Share: share,
  Suspension: suspension,
  Withdrawal: withdrawal,
}

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const keyOf = ({ description: _, ...rest }: JsonSchema) => JSON.stringify(rest)

const schemas = Object.entries(named).map(([name, schema]) => [name, outputSchema(schema)] as const)
const names = new Map(schemas.map(([name, schema]) => [keyOf(schema), name]))

function inside(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, referring(value)]))
}

/** The same schema, with what has a name told by it; what is said of the place stays beside the name. */
export function referring(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(referring)
  if (!isObject(schema)) return schema
  const name = schema.type === 'object' ? names.get(keyOf(schema)) : undefined
  if (name === undefined) return inside(schema)
  const { description } = schema
  return { $ref: `#/components/schemas/${name}`, ...(description !== undefined && { description }) }
}

/** Every schema that has a name. */
export const namedSchemas = Object.fromEntries(schemas.map(([name, schema]) => [name, inside(schema)]))
