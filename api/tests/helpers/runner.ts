// For tests outside this folder, which have no packages of their own (crash/).
export { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
