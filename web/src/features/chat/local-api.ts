import type { Client } from 'openapi-fetch';
import { api as typed } from '@/shared/api/client';
import type { Conversation, OwnMessage, Sent } from './wire';

interface Ids {
  userId: string | null;
  guestId: string | null;
}
type Json<T> = { content: { 'application/json': T } };
interface Call<Body, Answer> {
  parameters: { query?: never; header?: never; path?: never; cookie?: never };
  requestBody: Json<Body>;
  responses: { 200: { headers: Record<string, unknown> } & Json<Answer> };
}
export interface ChatPaths {
  '/api/chat/config': {
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never };
      requestBody?: never;
      responses: { 200: { headers: Record<string, unknown> } & Json<{ PREFIX: string }> };
    };
  };
  '/api/chat/history': { post: Call<Ids & { limit: number; skip: number }, Conversation[]> };
  '/api/chat/read-customer/': { put: Call<Ids, { message: string }> };
  '/api/chat/send-message': {
    post: Call<
      Ids & {
        clientId: string;
        sender: 'customer';
        message: OwnMessage;
        username: string;
        name: string;
        deviceToken: string;
      },
      Sent
    >;
  };
}

/** Until the generated schema has the chat's calls. */
export const api = typed as unknown as Client<ChatPaths>;
