import { z } from 'zod'

// The site's content policy forbids making code from text; zod would try.
z.config({ jitless: true })
