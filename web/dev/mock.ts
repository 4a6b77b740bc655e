import type { IncomingMessage, ServerResponse } from 'node:http'
import { collectionKeys } from '@talad/demo/collections'
import { picture } from '@talad/demo/picture'
import type { Plugin } from 'vite'
import { ZodError } from 'zod'
import { type Raw, Refusal, type Route } from './answer.ts'
import { campaignRoutes } from './campaigns.ts'
import { catalog } from './catalog.ts'
import { more } from './more.ts'
import { identity, personOfToken } from './people.ts'
import { trade } from './trade.ts'
import { virtual } from './virtual.ts'

const routes: Route[] = [...catalog, ...trade, ...identity, ...more, ...virtual, ...campaignRoutes]

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const text = Buffer.concat(parts).toString()
  return text === '' ? {} : JSON.parse(text)
}

function paramsOf(path: string, pathname: string): Record<string, string> | undefined {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const match = new RegExp(`^${path.replace(/:\w+/g, '([^/]+)')}$`).exec(pathname)
  return match ? Object.fromEntries(names.map((name, at) => [name, match[at + 1] ?? ''])) : undefined
}

function send(response: ServerResponse, status: number, body: unknown) {
  response.statusCode = status
  response.setHeader('content-type', status < 400 ? 'application/json' : 'application/problem+json')
  response.end(JSON.stringify(body))
}

function problemOf(error: unknown) {
  const status = error instanceof Refusal ? error.status : error instanceof ZodError ? 400 : 500
  const code = error instanceof Refusal ? error.code : error instanceof ZodError ? 'validation' : 'fault'
  return { type: 'about:blank', title: code, status, code, message: String(error), requestId: 'mock' }
}

function sendPicture(response: ServerResponse, name: string) {
  const [key = '', token = ''] = name.split('-')
  const known = collectionKeys.find((one) => one === key)
  if (!known) return send(response, 404, problemOf(new Refusal(404, 'not_found')))
  response.setHeader('content-type', 'image/svg+xml')
  response.end(picture(known, Number.parseInt(token, 10)))
}

const LIVE = /^\/api\/(public|user)\/v1\/live$/

/** Live updates of a world in which nothing happens by itself. */
function keepOpen(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  response.write(': connected\n\n')
}

/** Answers the contracts' calls from made-up facts; for `MOCK=1 npm run dev` only. */
export function mockGateway(): Plugin {
  return {
    name: 'talad-mock-gateway',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const origin = `http://${request.headers.host}`
        const { pathname, searchParams } = new URL(request.url ?? '/', origin)
        if (pathname.startsWith('/media/')) return sendPicture(response, pathname.slice('/media/'.length))
        if (LIVE.test(pathname)) return keepOpen(response)
        const found = routes.flatMap((route) => {
          const params = route.method === request.method ? paramsOf(route.path, pathname) : undefined
          return params ? [{ route, params }] : []
        })[0]
        if (!found) return /^\/(api|identity|signing)\//.test(pathname) ? send(response, 404, {}) : next()
        const { route, params } = found
        const token = request.headers.authorization?.replace('Bearer ', '')
        const person = token === undefined ? undefined : personOfToken(token)
        const query = Object.fromEntries(searchParams)
        bodyOf(request)
          .then((body) => route.run({ person, origin, params, query, body } satisfies Raw))
          .then((answer) => send(response, route.status, answer))
          .catch((error: unknown) => {
            if (!(error instanceof Refusal)) server.config.logger.error(String(error))
            const problem = problemOf(error)
            send(response, problem.status, problem)
          })
      })
    },
  }
}
