import type { Plugin } from 'vite'
export function mockGateway(): Plugin {
  return { name: 'talad-mock' }
}
