import type { JsonObject } from '../../json/json-value.ts'
import type { User } from '../user.ts'

/** A user as the API tells of one. */
export function userInfoOf({ name, uid = '', groups, extra = {} }: User): JsonObject {
  return {
    username: name,
    ...(uid !== '' && { uid }),
    ...(groups.length > 0 && { groups }),
    ...(Object.keys(extra).length > 0 && { extra }),
  }
}
