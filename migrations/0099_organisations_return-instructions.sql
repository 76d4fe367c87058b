-- Where whoever leaves sends back what they have, as their own page tells them; null while nobody has said.
ALTER TABLE organisations ADD COLUMN return_instructions text;
