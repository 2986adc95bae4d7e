/** The chat's wire types, by API.md (Chat). */

export interface Message {
  message_type: string;
  payload: unknown;
}

export interface Conversation {
  _id: string;
  clientId?: string;
  sender: 'customer' | 'other';
  message: Message;
  createdAt: string;
  session_id: string;
  userId: string | null;
  guestId: string | null;
  username: string;
  name: string;
  deviceToken: string;
}

/** What a customer may send. */
export type OwnMessage =
  | { message_type: 'text'; payload: string }
  | { message_type: 'postback'; payload: { title: string; payload: string } }
  | { message_type: 'media'; payload: Media };

export interface Media {
  message: string;
  /** Whether `filePath` is an address of the web and not a path of this server. */
  url: boolean;
  fileType: 'image' | 'video' | 'file';
  filePath: string;
  name: string;
}

export interface Sent {
  _id: string;
  createdAt: string;
  session_id: string;
}
