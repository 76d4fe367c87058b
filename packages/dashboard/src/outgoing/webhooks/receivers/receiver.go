// Run with: go run receiver.go (needs only Go). WEBHOOK_SECRET is the whole signing secret, including `whsec_`.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// isGenuine reports whether the service sent this body, unchanged, within the last five minutes.
func isGenuine(key []byte, header http.Header, body []byte) bool {
	id := header.Get("webhook-id")
	timestamp := header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if id == "" || err != nil {
		return false
	}
	if age := time.Since(time.Unix(seconds, 0)); age > 5*time.Minute || age < -5*time.Minute {
		return false
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.", id, timestamp)
	mac.Write(body)
	expected := mac.Sum(nil)
	for _, one := range strings.Fields(header.Get("webhook-signature")) {
		version, digest, _ := strings.Cut(one, ",")
		given, err := base64.StdEncoding.DecodeString(digest)
		// hmac.Equal compares in constant time.
		if err == nil && version == "v1" && hmac.Equal(given, expected) {
			return true
		}
	}
	return false
}

func handle(body []byte) { fmt.Println(string(body)) }

func main() {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("WEBHOOK_SECRET"), "whsec_"))
	if err != nil || len(key) == 0 {
		log.Fatal("WEBHOOK_SECRET is needed")
	}
	// A delivery can arrive again with the same id. In production, use a table with a unique key.
	var taken sync.Map

	http.HandleFunc("POST /", func(response http.ResponseWriter, request *http.Request) {
		// The raw bytes: JSON that was parsed and written again has another signature.
		body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, 1<<20))
		if err != nil || !isGenuine(key, request.Header, body) {
			response.WriteHeader(http.StatusUnauthorized)
			return
		}
		if _, again := taken.LoadOrStore(request.Header.Get("webhook-id"), true); !again {
			handle(body)
		}
		// Respond with 2xx within ten seconds; anything else is retried.
		response.WriteHeader(http.StatusNoContent)
	})

	port := os.Getenv("PORT")
	if port == "" {
		port = "8080"
	}
	listener, err := net.Listen("tcp", ":"+port)
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("listening on %d", listener.Addr().(*net.TCPAddr).Port)
	log.Fatal(http.Serve(listener, nil))
}
