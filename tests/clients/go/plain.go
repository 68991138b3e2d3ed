package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"
)

// plain gives an object without what differs from server to server and from run to run.
func plain(object any) any {
	text, err := json.Marshal(object)
	if err != nil {
		panic(err)
	}
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		panic(err)
	}
	return scrub(value)
}

func scrub(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for key, inner := range value {
			switch key {
			// The last three are what controllers of a real cluster write.
			case "uid", "resourceVersion", "managedFields", "deployment.kubernetes.io/revision", "observedGeneration", "conditions":
				delete(value, key)
			default:
				if strings.HasSuffix(key, "Time") || strings.HasSuffix(key, "Timestamp") {
					value[key] = inner != nil
				} else {
					value[key] = scrub(inner)
				}
			}
		}
	case []any:
		for at, inner := range value {
			value[at] = scrub(inner)
		}
	}
	return value
}

// why gives an error as programs look at it: by its reason and causes, and its words.
func why(err error) any {
	if err == nil {
		return nil
	}
	var status apierrors.APIStatus
	if !errors.As(err, &status) {
		return map[string]any{"error": err.Error()}
	}
	found := status.Status()
	return map[string]any{
		"reason": found.Reason, "code": found.Code, "message": found.Message, "details": plain(found.Details),
	}
}

// until waits for something to become true, and says what it waited for if it does not.
func until(ctx context.Context, what string, done func(ctx context.Context) (bool, error)) error {
	err := wait.PollUntilContextTimeout(ctx, 20*time.Millisecond, 20*time.Second, true, done)
	if err != nil {
		return fmt.Errorf("waited for %s: %w", what, err)
	}
	return nil
}

// gone waits until getting something says NotFound.
func gone(ctx context.Context, what string, get func() error) error {
	return until(ctx, what+" to be gone", func(context.Context) (bool, error) {
		err := get()
		if apierrors.IsNotFound(err) {
			return true, nil
		}
		return false, err
	})
}

func makeNamespace(ctx context.Context, kube kubernetes.Interface, name string) error {
	namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name}}
	_, err := kube.CoreV1().Namespaces().Create(ctx, namespace, metav1.CreateOptions{})
	return err
}

func configMap(name string, data map[string]string) *corev1.ConfigMap {
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name}, Data: data}
}
