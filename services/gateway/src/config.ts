import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { paymentPages } from '@talad/proto/http/gateway/payment-page'
import { EXPLORER_NFT } from '@talad/proto/http/gateway/site'
import { jsonText } from '@talad/shared/config'
import { commonConfig } from '@talad/shared/platform'
import { z } from 'zod'
import { dsn } from './client-errors/collector.ts'

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
)

export const origin = z.url({ protocol: /^https?$/ }).transform((text) => new URL(text).origin)

const perMinute = (value: number, what: string) =>
  z.coerce.number().int().min(1).default(value).describe(`${what} a minute (GW-24)`)
const count = (value: number, what: string) => z.coerce.number().int().min(1).default(value).describe(what)

export const gatewayConfig = commonConfig
  .extend({
    UPSTREAMS: jsonText
      .pipe(z.record(z.string(), origin))
      .describe('JSON object from service name to base address; a service that is not in it has no routes'),
    UPSTREAM_TIMEOUT_MS: count(10_000, 'how long a service may take to answer (GW-9)'),
    UPSTREAM_CALLS: count(128, 'calls that a service answers at once'),
    UPSTREAM_SLOW_CALLS: count(256, 'calls at once of those that wait for a provider, besides the others'),
    UPSTREAM_CALLBACKS: count(64, 'callbacks at once, besides the others'),
    UPSTREAM_QUEUE_MS: count(2_000, 'how long a call waits for its turn before it is a 503 (GW-9)'),
    TRUSTED_PROXIES: list
      .default([])
      .describe('comma list of addresses or ranges of our own proxies: their X-Forwarded-For is believed'),

    SITE_NAME: z.string().default('Talad').describe('name of the site'),
    SITE_LANGUAGES: list
      .pipe(z.array(z.enum(['th', 'en'])).min(1))
      .default(['th', 'en'])
      .describe('comma list of languages, the default one first'),
    SITE_ORIGINS: list
      .pipe(z.array(origin))
      .default([])
      .describe('comma list of origins of our sites, the primary one first; others may not call us (GW-25)'),
    SITE_ORIGINS_FILE: z
      .string()
      .min(1)
      .optional()
      .describe('file with more of them, one a line; read again every 5 seconds (GW-25)'),
    SITE_DOMAINS: list
      .default(['localhost'])
      .describe('comma list of our own domains: sites below them need no proof of whose they are'),
    SITES_FILE: z
      .string()
      .min(1)
      .optional()
      .describe(
        'file in which what sites show is kept, for a start while the database is away; absent: the main site as the settings say',
      ),
    ADMIN_ORIGINS: list
      .pipe(z.array(origin))
      .default([])
      .describe(
        "comma list of origins that serve the admins' app in place of the users'; the same calls answer there",
      ),
    PLATFORM_ADMIN_HOSTS: list
      .pipe(z.array(z.stringFormat('host', /^[a-z0-9.-]+(:[0-9]{1,5})?$/)))
      .default([])
      .describe(
        'comma list of hosts, with the port where it is none of the usual, on which /api/v1 are the calls for the people of a project, which are on no other then; absent: they are below /platform-admin (GW-1)',
      ),
    API_LICENSE: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('name of the terms under which the documents of the API may be used; absent: none are told'),
    API_LICENSE_URL: z
      .url({ protocol: /^https$/ })
      .optional()
      .describe('where these terms stand'),
    ERROR_DSN: dsn
      .optional()
      .describe('where faults of the apps go, in the form of Sentry; absent: lines of the log'),
    SUPPORT_CONTACT: z
      .url({ protocol: /^(https|mailto)$/ })
      .optional()
      .describe('page or mail address of support, shown where something has failed'),
    SANDBOX_URL: z.url().optional().describe('stand-ins of the card provider and of the Join app'),
    JOIN_UPGRADE_URL: z
      .url()
      .optional()
      .describe('page of the Join app where people raise their KYC level (WB-20); absent: the stand-in’s'),
    CHAIN_ID: z.coerce.number().int().positive().describe('id of the chain'),
    CHAIN_SLUG: z.string().min(1).max(30).describe('name of the chain in addresses and queries'),
    CHAIN_RPC_URL: z.url().optional().describe('RPC address for browser wallets'),
    CHAIN_EXPLORER: z.url().optional().describe('address of a block explorer'),
    CHAIN_EXPLORER_NFT: z
      .string()
      .includes('{contract}')
      .includes('{tokenId}')
      .default(EXPLORER_NFT)
      .describe('where it shows one token (AI-25); `{explorer}` stands for CHAIN_EXPLORER'),
    CHAIN_SYMBOL: z
      .string()
      .regex(/^[A-Za-z0-9]{1,10}$/)
      .default('JFIN')
      .describe('symbol of its own coin, as the registry of chains has it (AI-24)'),
    PAYMENT_PAGE: z
      .enum(paymentPages)
      .default('index')
      .describe("which payment page there is: the card provider's, its sandbox's, or our stand-in's (SP-35)"),
    PAYMENT_MERCHANT: z
      .string()
      .optional()
      .describe('merchant code of the payment page; absent: there is none'),
    PAYMENT_PUBLIC_KEY: z
      .string()
      .optional()
      .describe("the card provider's public key, which everybody sees in the page's address (SP-34)"),
    WEB_DIST: z
      .string()
      .default(fileURLToPath(new URL('../../../web/dist', import.meta.url)))
      .describe("folder of the built users' app"),
    ADMIN_DIST: z
      .string()
      .default(fileURLToPath(new URL('../../../admin-web/dist', import.meta.url)))
      .describe("folder of the built admins' app"),
    PREVIEW_DIR: z
      .string()
      .min(1)
      .default(join(tmpdir(), 'talad-previews'))
      .describe('folder in which drawn share previews are kept, at most 2,000; may be lost at any time'),

    REDIS_URL: z
      .url()
      .optional()
      .describe('counts limits for all gateways together; absent: each for itself'),
    LIMIT_PUBLIC: perMinute(300, 'calls of an IP'),
    LIMIT_SEARCH: perMinute(60, 'searches of an IP'),
    LIMIT_SIGN_IN: perMinute(20, 'sign-in calls of an IP'),
    LIMIT_SYNC: perMinute(10, 'refreshes of assets of an IP'),
    LIMIT_COUPON: perMinute(30, 'coupon checks of an IP'),
    LIMIT_WRITE: perMinute(60, 'writes of an account'),
    LIMIT_TRIGGER: perMinute(30, 'triggers of an account'),
    LIMIT_FLAG: count(20, 'flags of an account in 24 hours (GW-24)'),
    LIMIT_CALLBACK: perMinute(3_000, 'callbacks of an IP: all of a provider come from few'),
    LIMIT_FILES: perMinute(3_000, 'pages, scripts and pictures of an IP'),

    LIVE_PER_ACCOUNT: count(10, 'live connections of an account'),
    LIVE_PER_IP: count(300, 'live connections of an IP; many visitors may share one'),
    LIVE_IN_ALL: count(20_000, 'live connections of everybody together'),
    LIVE_HEARTBEAT_MS: count(15_000, 'time between signs of life of a live connection'),
    LIVE_REPLAY_MS: count(300_000, 'how long updates are kept for connections that broke'),
    LIVE_REPLAY_MAX: count(10_000, 'how many updates are kept at most'),
  })
  .superRefine(({ NODE_ENV, SITE_ORIGINS, ADMIN_ORIGINS, JOIN_UPGRADE_URL }, context) => {
    if (NODE_ENV !== 'production') return
    // WB-20: whose level is too low finds the way to a higher one
    if (JOIN_UPGRADE_URL === undefined)
      context.addIssue({ code: 'custom', path: ['JOIN_UPGRADE_URL'], message: 'is needed in production' })
    // SP-31: what a browser is sent back to is never plain
    for (const [name, origins] of Object.entries({ SITE_ORIGINS, ADMIN_ORIGINS }))
      if (!origins.every((one) => one.startsWith('https:')))
        context.addIssue({ code: 'custom', path: [name], message: 'must be https in production' })
  })
export type GatewayConfig = z.infer<typeof gatewayConfig>
